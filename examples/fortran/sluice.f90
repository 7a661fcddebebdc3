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
        character(kind=c_char), pointer :: letters(:)
        integer :: i

        call c_f_pointer(argv, words, [number + 1])
        call c_f_pointer(words(number + 1), letters, [c_length(words(number + 1))])
        allocate (character(len=size(letters)) :: text)
        do i = 1, size(letters)
            text(i:i) = letters(i)
        end do
    end function argument
end module sluice
