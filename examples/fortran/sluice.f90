! Programs in Fortran for Sluice: the types and functions of ../c/sluice.h, which describes them.
module sluice
    use, intrinsic :: iso_c_binding
    implicit none

    type, bind(c) :: sluice_bytes
        type(c_ptr) :: data = c_null_ptr
        integer(c_int64_t) :: size = 0
    end type sluice_bytes

    type, bind(c) :: sluice_application
        type(c_ptr) :: results = c_null_ptr
        type(c_funptr) :: start = c_null_funptr
        type(c_funptr) :: cycle = c_null_funptr
        type(c_funptr) :: unit = c_null_funptr
        type(c_funptr) :: accept = c_null_funptr
        type(c_funptr) :: accumulated = c_null_funptr
        type(c_funptr) :: end_cycle = c_null_funptr
        type(c_funptr) :: missing = c_null_funptr
        type(c_funptr) :: complete = c_null_funptr
        type(c_funptr) :: load_state = c_null_funptr
        type(c_funptr) :: compute = c_null_funptr
        type(c_funptr) :: merge = c_null_funptr
    end type sluice_application

    interface
        function sluice_run(application) bind(c) result(code)
            import :: sluice_application, c_int
            type(sluice_application), intent(in) :: application
            integer(c_int) :: code
        end function sluice_run

        ! Ends the procedure that calls it; both texts end with c_null_char.
        subroutine sluice_stop(failure, message) bind(c)
            import :: c_char
            character(kind=c_char), intent(in) :: failure(*), message(*)
        end subroutine sluice_stop

        function sluice_path(name) bind(c) result(path)
            import :: c_ptr, c_char
            character(kind=c_char), intent(in) :: name(*)
            type(c_ptr) :: path
        end function sluice_path

        function c_length(text) bind(c, name="strlen") result(length)
            import :: c_ptr, c_size_t
            type(c_ptr), value :: text
            integer(c_size_t) :: length
        end function c_length
    end interface

contains

    ! Returns the argument with this number, as the program's argv has it.
    function argument(argv, number) result(text)
        type(c_ptr), intent(in) :: argv
        integer, intent(in) :: number
        character(len=:), allocatable :: text
        type(c_ptr), pointer :: words(:)

        call c_f_pointer(argv, words, [number + 1])
        text = copied(words(number + 1))
    end function argument

    ! Returns the path of a file that came with the run (--file); empty if none has this name. On workers from load_state
    ! on, on the master from cycle on.
    function path_of(name) result(path)
        character(len=*), intent(in) :: name
        character(len=:), allocatable :: path
        type(c_ptr) :: found

        found = sluice_path(name//c_null_char)
        path = ""
        if (c_associated(found)) path = copied(found)
    end function path_of

    function copied(from) result(text)
        type(c_ptr), intent(in) :: from
        character(len=:), allocatable :: text
        character(kind=c_char), pointer :: letters(:)
        integer :: i

        call c_f_pointer(from, letters, [c_length(from)])
        allocate (character(len=size(letters)) :: text)
        do i = 1, size(letters)
            text(i:i) = letters(i)
        end do
    end function copied
end module sluice
