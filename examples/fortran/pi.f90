! Estimates pi by the midpoint rule: each unit sums a part of 4 / (1 + x**2). Build and run:
!
!     cc -O2 -c sluice_fortran.c && gfortran -O2 -o pi sluice.f90 pi.f90 sluice_fortran.o
!     sluice run ./pi -- 1000000
module pi_application
    use, intrinsic :: iso_c_binding
    use sluice
    implicit none
    integer(c_int64_t), parameter :: parts = 100
    integer(c_int64_t), target :: points = 100000
    real(c_double), target :: total = 0, computed = 0

contains

    ! The first argument is the number of points of each unit.
    subroutine start(argc, argv) bind(c)
        integer(c_int), value :: argc
        type(c_ptr), value :: argv
        integer :: status

        if (argc < 2) return
        if (argument(argv, 1) == "--help") then
            call sluice_stop("help"//c_null_char, "pi [POINTS]: points of each unit"//new_line("a")//c_null_char)
        end if
        call number_of(argument(argv, 1), points, status)
        if (status /= 0 .or. points < 1) then
            call sluice_stop("usage"//c_null_char, "POINTS is no number (expected: 1 or more)"//c_null_char)
        end if
    end subroutine start

    subroutine number_of(text, number, status)
        character(len=*), intent(in) :: text
        integer(c_int64_t), intent(out) :: number
        integer, intent(out) :: status

        read (text, *, iostat=status) number
    end subroutine number_of

    function describe(number, units, setup, last) bind(c) result(there)
        integer(c_int64_t), value :: number
        integer(c_int64_t), intent(out) :: units
        type(sluice_bytes), intent(out) :: setup
        integer(c_int), intent(out) :: last
        integer(c_int) :: there

        units = parts
        setup = sluice_bytes(c_loc(points), c_sizeof(points))
        last = 1
        there = merge(1, 0, number == 0)
    end function describe

    function compute(setup, index, unit) bind(c) result(value)
        type(sluice_bytes), value :: setup, unit
        integer(c_int64_t), value :: index
        type(sluice_bytes) :: value
        integer(c_int64_t), pointer :: count
        integer(c_int64_t) :: i
        real(c_double) :: x, width

        computed = 0
        if (setup%size == c_sizeof(points)) then ! the index tells the units apart; they have no bytes
            call c_f_pointer(setup%data, count)
            width = 1.0_c_double / real(parts * count, c_double)
            do i = index * count, index * count + count - 1
                x = (real(i, c_double) + 0.5_c_double) * width
                computed = computed + 4.0_c_double / (1.0_c_double + x * x) * width
            end do
        end if
        value = sluice_bytes(c_loc(computed), c_sizeof(computed))
    end function compute

    function accept(index, value) bind(c) result(verdict)
        integer(c_int64_t), value :: index
        type(sluice_bytes), value :: value
        integer(c_int) :: verdict
        real(c_double), pointer :: part

        call c_f_pointer(value%data, part)
        total = total + part
        verdict = 0
    end function accept

    subroutine complete() bind(c)
        print "(a, f14.11)", "pi is about ", total
        flush (6)
    end subroutine complete
end module pi_application

program pi
    use, intrinsic :: iso_c_binding
    use pi_application
    use sluice
    implicit none
    type(sluice_application) :: application
    integer(c_int) :: code

    application%start = c_funloc(start)
    application%cycle = c_funloc(describe)
    application%compute = c_funloc(compute)
    application%accept = c_funloc(accept)
    application%complete = c_funloc(complete)
    code = sluice_run(application)
end program pi
