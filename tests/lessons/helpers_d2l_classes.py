"""What only d2l 1.0.3 has: its classes (Module, DataModule, Trainer and those on them), and torch's hyperparameter search. Part of helpers_d2l.py."""
import numpy


def play(d2l, lib, is_torch, helper, spoken, numbers, falls, close, gpus, Decoder):
    def board(model, name):
        """A line of the board that a model drew while it was trained."""
        return [float(point.y) for point in model.board.data[name]]

    def fit(model, data, epochs, num_gpus, clip=0):
        model.board.display = False if not hasattr(model.board, 'data') else model.board.display
        trainer = d2l.Trainer(max_epochs=epochs, num_gpus=num_gpus, gradient_clip_val=clip)
        trainer.fit(model, data)
        return trainer

    @helper('HyperParameters', 'add_to_class')
    def _():
        class Some(d2l.HyperParameters):
            def __init__(self, a, b):
                self.save_hyperparameters(ignore=['b'])

        @d2l.add_to_class(Some)
        def twice(self):
            return self.a * 2
        some = Some(3, 4)
        assert not hasattr(some, 'b')
        return some.twice(), some.hparams

    @helper('ProgressBoard')
    def _():
        drawn = d2l.ProgressBoard('x')
        for x in numpy.arange(0, 4, 0.1):
            drawn.draw(x, numpy.sin(x), 'sin', every_n=2)
            drawn.draw(x, numpy.cos(x), 'cos', every_n=10)
        return {name: len(points) for name, points in drawn.data.items()}

    @helper('Module', 'DataModule', 'Trainer', 'SyntheticRegressionData', 'LinearRegressionScratch', 'LinearRegression', 'SGD')
    def _():
        data, found = d2l.SyntheticRegressionData(w=d2l.tensor([2, -3.4]), b=4.2, num_train=320, num_val=320), []
        for model, num_gpus in (d2l.LinearRegressionScratch(2, lr=0.1), 0), (d2l.LinearRegression(lr=0.1), 0), (d2l.LinearRegression(lr=0.1), 1), (d2l.LinearRegression(lr=0.1), 2):
            spoken(fit, model, data, 4, num_gpus)
            found.append(f'{type(model).__name__} on {num_gpus}: ' + falls(board(model, 'val_loss')))
        w, b = model.get_w_b()
        close(numpy.append(d2l.numpy(w if not is_torch else w.cpu()).ravel(), d2l.numpy(b if not is_torch else b.cpu()).ravel()), [2, -3.4, 4.2], 1)
        return ', '.join(found)

    @helper('FashionMNIST', 'Classifier', 'SoftmaxRegression', 'LeNet', 'init_cnn')
    def _():
        class Small(d2l.Classifier):
            """Learns in fewer steps than LeNet's sigmoids, which the search below trains."""

            def __init__(self):
                super().__init__()
                self.save_hyperparameters()
                self.net = lib.conv()
                if not is_torch:
                    self.net.initialize(lib.init.Xavier())

            def configure_optimizers(self):
                return lib.optimizer(self, 'adam', 0.005)
        data, found = d2l.FashionMNIST(batch_size=32), []
        data.visualize(next(iter(data.val_dataloader())))
        for make, num_gpus in (lambda: d2l.SoftmaxRegression(num_outputs=10, lr=0.1), 0), (Small, 1), (Small, 2):
            model = make()
            spoken(fit, model, data, 3 if num_gpus else 2, num_gpus)
            accuracies = board(model, 'val_acc')
            assert accuracies[-1] > 0.5, accuracies
            found.append(f'{type(model).__name__} on {num_gpus}: accuracy {accuracies[0]:.2f} to {accuracies[-1]:.2f}')
        net = d2l.LeNet()
        if is_torch:
            net.apply_init([next(iter(data.get_dataloader(True)))[0]], d2l.init_cnn)
        said = spoken(net.layer_summary, (1, 1, 28, 28)).splitlines()
        return ', '.join(found) + f', {len(said)} layers'

    @helper('TimeMachine', 'RNNScratch', 'RNNLMScratch', 'RNN', 'RNNLM')
    def _():
        data, found = d2l.TimeMachine(batch_size=128, num_steps=16, num_train=1280, num_val=256), []
        size = len(data.vocab)
        for make, num_gpus in ((lambda: d2l.RNNLMScratch(d2l.RNNScratch(num_inputs=size, num_hiddens=24), vocab_size=size, lr=1), 1),
                               (lambda: d2l.RNNLM(d2l.RNN(size, 24) if is_torch else d2l.RNN(24), vocab_size=size, lr=1), 2)):
            model = make()
            spoken(fit, model, data, 4, num_gpus, 1)
            perplexities = board(model, 'val_ppl')
            assert perplexities[-1] < perplexities[0], perplexities
            found.append(f'{type(model).__name__} on {num_gpus}: perplexity {perplexities[0]:.1f} to {perplexities[-1]:.1f}, {model.predict("it has", 6, data.vocab, d2l.try_gpu())!r}')
        return ', '.join(found)

    @helper('MTFraEng', 'Seq2Seq', 'GRU', 'init_seq2seq')
    def _():
        data, found = d2l.MTFraEng(batch_size=64), []
        for num_gpus in 1, 2:
            model = d2l.Seq2Seq(d2l.Seq2SeqEncoder(len(data.src_vocab), 16, 24, 1), Decoder(len(data.tgt_vocab), 16, 24), tgt_pad=data.tgt_vocab['<pad>'], lr=0.02)
            spoken(fit, model, data, 4, num_gpus, 1)
            found.append(f'on {num_gpus}: ' + falls(board(model, 'val_loss')))
        words, _ = model.predict_step(data.build(['go .', 'i lost .'], ['va !', "j'ai perdu ."]), d2l.try_gpu(), data.num_steps)
        return ', '.join(found) + f', predicts {tuple(words.shape)}'

    helper('rbfkernel')(lambda: close(d2l.rbfkernel(numpy.array([0.0, 1]), numpy.array([0.0, 2, 4])), numpy.exp(-numpy.array([[0.0, 4, 16], [1, 1, 9]]) / 8)))

    @helper('HPOTrainer', 'HPOSearcher', 'RandomSearcher', 'HPOScheduler', 'BasicScheduler', 'HPOTuner', 'hpo_objective_lenet')
    def _():
        from scipy import stats
        searcher = d2l.RandomSearcher({'learning_rate': stats.loguniform(5e-2, 0.5), 'batch_size': stats.randint(32, 128)}, initial_config={'learning_rate': 0.2, 'batch_size': 64})
        tuner = d2l.HPOTuner(scheduler=d2l.BasicScheduler(searcher), objective=lambda **config: d2l.hpo_objective_lenet(**config, max_epochs=2))
        spoken(tuner.run, 2)
        assert tuner.incumbent_error == min(each['error'] for each in tuner.records) <= 0.95, tuner.records
        return f'{len(tuner.records)} trials, the best error {tuner.incumbent_error:.2f}'

    @helper('SuccessiveHalvingScheduler')
    def _():
        from scipy import stats
        scheduler = d2l.SuccessiveHalvingScheduler(d2l.RandomSearcher({'x': stats.uniform(0, 1)}), eta=2, r_min=2, r_max=8)
        tuner = d2l.HPOTuner(scheduler=scheduler, objective=lambda x, max_epochs: d2l.tensor((x - 0.3) ** 2 + 1 / max_epochs))
        spoken(tuner.run, 14)
        return {rung: len(found) for rung, found in scheduler.all_observed_error_at_rungs.items()}

    @helper('frozen_lake', 'make_env')
    def _():
        import importlib.util
        if importlib.util.find_spec('gym') is None:     # a package that is not perch's: who calls it is told so
            for call in (lambda: d2l.frozen_lake(1), lambda: d2l.make_env('FrozenLake-v1')):
                try:
                    call()
                except ModuleNotFoundError as e:
                    assert e.name == 'gym', e
                else:
                    raise AssertionError('no gym, and yet a lake')
            return "asks for gym, which is not installed: ModuleNotFoundError"
        return len(d2l.make_env('FrozenLake-v1', 1)['mdp'])

    lake = numpy.array([list('SFFF'), list('FHFH'), list('FFFH'), list('HFFG')], dtype='S1')
    helper('show_value_function_progress')(lambda: d2l.show_value_function_progress(lake, numpy.random.rand(2, 16), numpy.random.randint(0, 4, (2, 16))) or f'{len(d2l.plt.gcf().axes)} axes')
    helper('show_Q_function_progress')(lambda: d2l.show_Q_function_progress(lake, numpy.random.rand(40, 16), numpy.random.randint(0, 4, (40, 16))) or f'{len(d2l.plt.gcf().axes)} axes')
