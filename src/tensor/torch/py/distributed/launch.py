"""python -m torch.distributed.launch: the older way to start a program in several processes; without --use_env each is told its rank by --local_rank too."""
from torch.distributed.run import get_args_parser, run


def main(args=None):
    parser = get_args_parser()
    parser.add_argument('--use_env', '--use-env', action='store_true')
    parsed = parser.parse_args(args)
    run(parsed, says_rank=not parsed.use_env)


if __name__ == '__main__':
    main()
