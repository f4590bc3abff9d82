"""The card of what can be typed: `?` alone. One screen of a small terminal, in two languages."""

ENGLISH = """\
perch: what can be typed    %quickref lists all magics; help(x): Python's help
x?  x??  torch.nn.*Lin*?    what x is; with its source; names that fit
x.<Tab>  f(<Tab>  d['<Tab>  attributes, arguments, keys, files; F1: this name
_  __  Out[3]  In[3]  _i    results and inputs; f(x); with ; shows none

where(x)  %where  %devices  on which device values live; which there are
%mem  %free                 who holds which bytes of a device; what would help
%transfers  %timeline       what moved, what ran when
%blame x  %watch on         where x comes from; a line that follows the devices
%dry LINE  (key F5)         what a line would give, without running it
%fix [N]  (key F4)          after an error of placement: the repaired line
%explain P0102 | WORDS      an error's page; what a message means

%time f(x) %timeit %prun    how long it takes and where; %%time is about a cell
%run FILE  %load  %edit     run a file; put it here; write with $EDITOR
%debug  %pdb  breakpoint()  look around after an error; stop here
%who  %whos  %reset         names of the session
%hist %recall %save %store  inputs: again, into a file; names for next time
%%capture x  %%writefile F  keep what a cell prints; write it to a file
%cd  %pwd  %ls  %env        folders and variables
!command  x = !command      the system's shell; its lines as a list
"""

CHINESE = """\
perch：可以输入的内容       %quickref 列出所有魔法命令；help(x)：Python 的帮助
x?  x??  torch.nn.*Lin*?    x 是什么；连同源代码；相符的名称
x.<Tab>  f(<Tab>  d['<Tab>  属性、参数、键、文件；F1：光标处的名称
_  __  Out[3]  In[3]  _i    结果与输入；f(x); 末尾的分号不显示结果

where(x)  %where  %devices  各值在哪个设备上；有哪些设备
%mem  %free                 谁占用了设备的哪些字节；怎样释放
%transfers  %timeline       移动了什么；何时运行了什么
%blame x  %watch on         x 的来历；随时显示设备状态的一行
%dry 代码  （F5 键）        不运行，查看这行代码会得到什么
%fix [N]  （F4 键）         设备错误之后：修复好的代码行
%explain P0102 | 词语       某种错误的说明；粘贴的信息是什么意思

%time f(x) %timeit %prun    用了多少时间，用在哪里；%%time 针对整个单元
%run 文件  %load  %edit     运行文件；载入文件；用 $EDITOR 编写
%debug  %pdb  breakpoint()  出错后查看现场；在此停下
%who  %whos  %reset         会话中的名称
%hist %recall %save %store  输入与名称：重现、存入文件、留到下次
%%capture x  %%writefile F  保存单元的输出；把单元写入文件
%cd  %pwd  %ls  %env        目录与环境变量
!命令  x = !命令            系统的 shell；其输出成为列表
"""


def card():
    from perch.language import column
    return column((ENGLISH, CHINESE))
