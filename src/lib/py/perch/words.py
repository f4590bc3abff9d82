"""The sentences of drawings, notes and where(): key: (English, Chinese). Forms for one and for many are separated by '|' and chosen by `say.count`.

The words of the originals stand elsewhere and are never translated. What stands in {} is put in; both columns have the same ones.
"""
from perch.language import Words

TABLE = {
    # drawings
    'on line': ('on line {n}', '第 {n} 行'), 'on line of': ('on line {n} of {file}', '{file} 第 {n} 行'), 'earlier': ('earlier', '更早'),
    'made': ('made', '创建于'), 'moved': ('moved', '移动于'), 'on this line': ('{verb} on this line', '{verb} 本行'), 'verb at': ('{verb} {line}', '{verb} {line}'),
    'at colon': ('{line}:  {text}', '{line}：  {text}'),
    'on': ('on {place} ', '在 {place} '),
    'late': ('given to the device on line {n}, found out only now:', '第 {n} 行交给设备执行，现在才发现错误：'),
    'line colon': ('on line {n}:', '第 {n} 行：'),
    'step inside': ('(a step inside)', '（内部步骤）'),
    'fix': ('fix: {text}', '修复：{text}'), 'fix cost': ('fix: {text}     ({cost})', '修复：{text}     （{cost}）'),
    'note': ('note: {text}', '注意：{text}'),
    'byte': ('{n} byte|{n} bytes', '{n} 字节'),
    'scalar': ('scalar', '标量'),
    # places
    'no check': ('note: MXNet has no check here: two GPUs in one operation may crash it, or give garbage', '注意：MXNet 在这里不做检查：一次运算用到两块 GPU 可能使它崩溃或得到错误结果'),
    'state behind': ('hint: {name} was made before the model moved, and its state stayed behind: move the model first, then make {name}',
                     '提示：{name} 在模型移动之前创建，其状态留在了原设备：应先移动模型，再创建 {name}'),
    'spread': ('note: the parameters are spread: {list}', '注意：参数分散在多个设备上：{list}'),
    'bytes on': ('{bytes} on {place}', '{place} 上 {bytes}'),
    'reset ctx': ('hint: {name}.collect_params().reset_ctx(…) puts all of them on one device', '提示：{name}.collect_params().reset_ctx(…) 可把它们都放到同一个设备上'),
    'not here': ('note: {asked} is not here; there is {list}{mark}|note: {asked} is not here; there are {list}{mark}', '注意：没有 {asked}；现有 {list}{mark}'),
    'mark simulated': (' (simulated)', '（模拟）'),
    'no gpu at all': ('note: {asked} is not here; there is no GPU at all (perch devices says why)', '注意：没有 {asked}；这里根本没有 GPU（perch devices 会说明原因）'),
    'named before': ('note: a place may be named before it is used: only the first tensor there asks for the device', '注意：设备可以先命名后使用：在其上创建第一个张量时才真正请求该设备'),
    # shapes
    'axis differs': ('note: {x} and {y} differ on axis -{axis}: sizes must be equal, or one of them 1', '注意：{x} 和 {y} 在轴 -{axis} 上不同：大小必须相等，或其中之一为 1'),
    'ends in': ('note: {x} ends in {a}, {w} is made for {b}', '注意：{x} 的最后一维是 {a}，而 {w} 需要 {b}'),
    'columns rows': ('note: {a} columns meet {b} rows', '注意：{a} 列遇到 {b} 行'),
    'axes range': ('note: axes go from {low} to {high} here', '注意：这里轴的范围是 {low} 到 {high}'), 'no axes': ('note: it has no axes', '注意：它没有轴'),
    'do not fill': ('note: {n} elements do not fill {shape}', '注意：{n} 个元素填不满 {shape}'), 'do not fill =': ('note: {n} elements do not fill {shape} = {wanted}', '注意：{n} 个元素填不满 {shape} = {wanted}'),
    # dtypes
    'in place dtype': ('note: in place the result must go into the dtype that is there', '注意：原地运算的结果必须能放进原有的数据类型'),
    # gradients
    'no graph torch': ('hint: nothing that it was computed from asks for a gradient: w = torch.ones(3, requires_grad=True), or w.requires_grad_(), before the forward pass',
                       '提示：计算它所用的值都不需要梯度：请在前向计算之前写 w = torch.ones(3, requires_grad=True) 或 w.requires_grad_()'),
    'no graph mxnet': ('hint: x.attach_grad() first, then compute inside `with autograd.record():`; backward() a second time wants retain_graph=True at the first',
                       '提示：先 x.attach_grad()，再在 `with autograd.record():` 内计算；要第二次 backward()，第一次须加 retain_graph=True'),
    'freed': ('hint: {name}.backward(retain_graph=True) at the first call keeps what the second needs; or compute {name} anew',
              '提示：第一次调用写 {name}.backward(retain_graph=True) 可保留第二次所需的内容；或者重新计算 {name}'),
    'leaf mxnet': ('hint: write x[:] = … or x += … outside of autograd.record(), or make a new array', '提示：在 autograd.record() 之外写 x[:] = … 或 x += …，或者创建新数组'),
    'leaf torch': ('hint: changes that are no part of the computation go under `with torch.no_grad():`', '提示：不属于计算过程的修改应放在 `with torch.no_grad():` 之下'),
    'saved changed': ('hint: x = x + 1 makes a new tensor where x += 1 changes the one that backward needs', '提示：x = x + 1 会创建新张量，而 x += 1 会改动 backward 需要的那个'),
    # memory
    'asked': ('note: {asked} asked of {place}: {total} in all, {used} in tensors', '注意：向 {place} 申请 {asked}：总共 {total}，张量已占 {used}'),
    'asked cached': ('note: {asked} asked of {place}: {total} in all, {used} in tensors, {cached} cached', '注意：向 {place} 申请 {asked}：总共 {total}，张量已占 {used}，缓存 {cached}'),
    'held on': ('on {place}:', '{place} 上：'), 'unnamed': ('  and {bytes} without a name: kept for backward, or by what is still running', '  另有 {bytes} 没有名称：为 backward 保留，或由仍在运行的代码持有'),
    'less memory': ('hint: smaller batches, `del` what is no longer needed, no_grad/pause where no gradient is, or another device',
                    '提示：减小批量，`del` 不再需要的值，在不需要梯度处用 no_grad/pause，或换一个设备'),
    # indices and values
    'axis size': ('note: axis {axis} has {n} elements: indices from -{n} to {last}', '注意：轴 {axis} 有 {n} 个元素：下标从 -{n} 到 {last}'), 'axis empty': ('note: axis {axis} is empty', '注意：轴 {axis} 为空'),
    'one element': ('hint: .tolist() gives all elements; sum(), mean() or an index give one', '提示：.tolist() 给出全部元素；sum()、mean() 或下标给出一个'),
    'fault': ('note: here the device recovers; on a real GPU the process must be started anew', '注意：这里设备会恢复；在真实 GPU 上必须重新启动进程'),
    # parameters
    'deferred': ('hint: shapes are found out by the first batch: call {name}(x) once, or say in_units=, in_channels= in the layers',
                 '提示：形状由第一个批次确定：先调用一次 {name}(x)，或在各层写明 in_units=、in_channels='),
    'initialize': ('hint: {name}.initialize({where}) first; parameters of layers made after it need one of their own', '提示：先调用 {name}.initialize({where})；之后创建的层的参数需要单独初始化'),
    'one list': ('hint: initialize the whole network on one list of contexts: net.initialize(ctx=[…]), or net.collect_params().reset_ctx([…])',
                 '提示：用同一个 context 列表初始化整个网络：net.initialize(ctx=[…])，或 net.collect_params().reset_ctx([…])'),
    'stale': ("hint: every parameter of the Trainer wants a gradient before step(): backward() on each device's loss, inside the loop; or step(…, ignore_stale_grad=True)",
              '提示：step() 之前 Trainer 的每个参数都要有梯度：在循环内对每个设备的损失调用 backward()；或 step(…, ignore_stale_grad=True)'),
    'load ctx': ('hint: net.collect_params().reset_ctx(…) moves a network; load_parameters(…, ctx=…) places one that is not initialized yet',
                 '提示：net.collect_params().reset_ctx(…) 移动网络；load_parameters(…, ctx=…) 用于放置尚未初始化的网络'),
    # two libraries
    'two libraries': ("note: {list}: no library takes in another one's", '注意：{list}：任何一个库都不接受另一个库的值'), 'is of': ("{name} is {library}'s", '{name} 属于 {library}'), 'list': (', ', '，'),
    # notes
    'note line': ('line {n}: ', '第 {n} 行：'), 'note frame': ('note: {text}  [{code}: perch explain {code}]', '注意：{text}  [{code}: perch explain {code}]'),
    'copies there': ('{at}{whole} copies although {name} lives there already; {name}.as_in_context(…) would give {name} itself', '{at}{name} 已经在那里，{whole} 仍会拷贝一份；{name}.as_in_context(…) 会直接得到 {name} 本身'),
    'still on': ('{name} is still on {place}', '{name} 仍在 {place}'), 'stays': ('{name} stays where it is', '{name} 留在原处'),
    'nothing keeps': ('{at}{whole} makes a copy, and nothing keeps it: {still}. {target} keeps it', '{at}{whole} 创建了副本却没有保存：{still}。{target} 才会保存它'),
    'ten times': ('{at}{whole} has moved the same {bytes} ten times; {name} has not changed: move it once, before the loop', '{at}{whole} 已把同样的 {bytes} 移动了十次；{name} 没有变化：请在循环之前移动一次'),
    'hundred reads': ('{at}{text} has waited for the GPU a hundred times to read one number: add up on the device, read it at the end', '{at}{text} 为读取一个数已等待 GPU 一百次：请在设备上累加，最后再读取'),
    'visible name': ('{at}CUDA_VISIBLE_DEVICE means nothing to anyone: the name is CUDA_VISIBLE_DEVICES', '{at}CUDA_VISIBLE_DEVICE 不起任何作用：正确的名称是 CUDA_VISIBLE_DEVICES'),
    'visible late': ('{at}CUDA_VISIBLE_DEVICES has no effect any more: it is read once, at the first use of a GPU', '{at}CUDA_VISIBLE_DEVICES 已不起作用：它只在第一次使用 GPU 时读取一次'),
    'model moved': ('{at}the model moves after its optimizer was made; state that the optimizer has stays behind: move the model first', '{at}模型在优化器创建之后移动；优化器已有的状态会留在原处：请先移动模型'),
    # where()
    'where nothing': ('nothing here lives on a device', '这里没有任何值在设备上'), 'where no name': ('no name here stands for a value on a device', '这里没有名称指向设备上的值'),
    'where place': ('{name} is a place itself', '{name} 本身就是设备'), 'where other': ('a {type} lives in the program, on no device', '{type} 存在于程序之中，不在任何设备上'),
    'in all': ('in all: {list}', '合计：{list}'), 'waits': ('waits for its shape, then on {list}', '等待确定形状，之后在 {list}'), 'not initialized': ('not initialized', '尚未初始化'),
    # perch devices
    'device': ('device', '设备'), 'memory': ('memory', '内存'), 'in use': ('in use', '已用'), 'link': ('link', '连接'),
    'no gpu': ('no GPU: --gpus sim:2 (or PERCH_GPUS=sim:2) gives two simulated ones', '没有 GPU：--gpus sim:2（或 PERCH_GPUS=sim:2）可得到两块模拟 GPU'),
    'gpus simulated': ('GPUs are simulated: {why}', 'GPU 是模拟的：{why}'),
    'model time': ('times that perch shows for them come from a model of that GPU, not from this machine', 'perch 为它们显示的时间来自该型号 GPU 的模型，而非本机'),
    'no cuda': ('no CUDA device answers', '没有可用的 CUDA 设备'), 'asked for': ('--gpus or PERCH_GPUS asks for it', '由 --gpus 或 PERCH_GPUS 指定'),
    # perch explain
    'why': ('Why it is said so', '为什么这样说'), 'see': ('How to see it', '怎样看到它'), 'mend': ('How to mend it', '怎样修复'), 'in library': ('In {name}:', '在 {name} 中：'),
    'see place': ('where(x) shows where x lives and which line put it there; where() every value by device; perch devices what there is.',
                  'where(x) 显示 x 在哪里、由哪一行放到那里；where() 按设备列出所有值；perch devices 列出现有设备。'),
    'see shape': ('x.shape and x.dtype; the drawing under the error has them for each operand, with the line that made it.', 'x.shape 和 x.dtype；错误下方的图示对每个操作数都标出了它们以及创建它的代码行。'),
    'see grad': ('x.requires_grad and x.grad_fn in PyTorch, x.grad and autograd.is_recording() in MXNet; where(x) shows the line that made it.',
                 'PyTorch 中看 x.requires_grad 和 x.grad_fn，MXNet 中看 x.grad 和 autograd.is_recording()；where(x) 显示创建它的代码行。'),
    'codes': ('perch explain CODE prints what an error is about. The codes:\n', 'perch explain CODE 说明一种错误。所有代码：\n'),
    'no code': ('perch explain: there is no code {code!r}', 'perch explain：没有代码 {code!r}'), 'near codes': ('; there are {list}', '；有 {list}'), 'all codes': ('; `perch explain` lists them all', '；`perch explain` 列出全部'),
}
say = Words(TABLE)
