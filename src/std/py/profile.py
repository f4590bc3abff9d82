"""Python's profile: here the same as cProfile."""
from cProfile import Profile, main, run, runctx

__all__ = ['run', 'runctx', 'Profile']

if __name__ == '__main__':
    main()
