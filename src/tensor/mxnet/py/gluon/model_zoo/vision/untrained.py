"""What all say when trained parameters are asked for."""


def check(pretrained, name):
    if pretrained:
        raise NotImplementedError(f'{name}(pretrained=True): perch does not download trained parameters yet; make the network and use load_parameters')
