"""What %devices says of CUDA graphs: how many there are, which recorded steps run as one by themselves, and what keeps the others from it."""
import _tensor
from perch.mistakes.draw import amount
from perch.language import column
from perch.views.words import words
from perch.views.world import place_name, site_place, torch_speaks

MOST = 8        # recorded steps that are named
# what core says (core/replay_graph.c, core/bundle*.c), and the same in Chinese
WHY = {
    'numbers that the host looks at': '主机要查看的数值',
    'what was there before is written to, on the tape': '在求导记录中写入了先前就有的张量',
    'more inputs than are looked at': '输入过多',
    'an input that is a part of what it holds': '输入是它所持有张量的一部分',
    'an input with wide gaps': '输入在内存中间隔过大',
    'an input that it writes to': '它会写入的输入',
    'inputs that lie otherwise each time': '输入的内存布局每次不同',
    'work of another device': '另一设备上的工作',
    "a number in the host's memory": '主机内存中的数',
    'a wait for the GPU, or bytes from elsewhere': '需要等待 GPU，或需要来自别处的数据',
    'memory that lies elsewhere now': '内存已换了位置',
    'memory of another size': '内存大小不同',
    'fewer calls than there were': '调用比先前少',
    'values of its last runs that are still in use': '前几次运行的值仍在使用',
    'its memory was wanted elsewhere': '它的内存被用于别处',
    "its values fill more than an eighth of the GPU's memory": '它的值超过 GPU 内存的八分之一',
    'too little memory for it': '内存不足',
    'the driver did not take it': '驱动未接受',
    'random numbers within it': '其中取随机数',
    "memory that is not the GPU's own": '不属于该 GPU 的内存',
    'calls that are others now': '调用与先前不同',
    'calls that are others each time': '每次的调用都不同',
    'an operand that lies elsewhere each time, and is written to': '操作数每次位置不同，且会被写入',
    'more operands that lie elsewhere each time than are copied': '每次位置不同的操作数过多',
    'more calls than a small step has': '调用多于一个小步骤',
    'torch.compile was told so': 'torch.compile 的参数如此要求',
}


def reason(why):
    """In the language that is spoken."""
    return column((why, WHY.get(why, why)))


def graph_notes():
    """How many graphs each GPU has; a sentence for each step that torch.compile or hybridize has recorded there, and for each backward pass: its graph, or why it has none."""
    out, rows = [], [('step', row) for row in _tensor.replay_graphs()] + [('pass', row) for row in _tensor.pass_graphs()]
    for gpu in range(_tensor.gpu_count()):
        count, size = _tensor.graph_sums(gpu)
        if count:
            out.append(words.count('graphs there', count, place=place_name(gpu, torch_speaks()), bytes=amount(size)))
    for what, (site, gpu, _, calls, size, launches, plain, why, never) in rows[:MOST]:
        where, place = site_place(site)[0] or words('program'), place_name(gpu, torch_speaks())
        if calls:
            text = words.count(f'{what} graph', calls, place=place, where=where, launches=launches, bytes=amount(size)) + (words('step but', plain=plain, why=reason(why)) if plain and why else '')
            out.append(text)
        elif why:
            out.append(words(f'{what} plain' if never else f'{what} for now', place=place, where=where, why=reason(why)))
    if len(rows) > MOST:
        out.append(words.count('steps more', len(rows) - MOST))
    return out
