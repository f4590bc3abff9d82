"""Operators that lessons call seldom: steps of optimizers, densities, 8 bits, proposals, and what they refuse."""
import mxnet as mx, numpy as np
from mxnet import nd

def rounded(x):
    return np.round(x.asnumpy().astype('float64') + 3e-5, 3).tolist() if x.size < 40 else x.shape

def t(label, f):
    try:
        r = f()
        r = r if isinstance(r, (list, tuple)) else [r]
        print(label, [rounded(x) for x in r], [x.dtype.__name__ for x in r])
    except Exception as e:
        print(label, type(e).__name__, str(e).strip().split('\n')[-1].replace('MXNetError: ', ''))
x=nd.array([[1.,2,3,4]])
t('fft',lambda:nd.contrib.fft(x))
t('ifft',lambda:nd.contrib.ifft(nd.array([[1.,2,3,4]])))
t('cs',lambda:nd.contrib.count_sketch(x,nd.array([[0,1,0,1]]),nd.array([[1,-1,1,1]]),out_dim=2))
t('q',lambda:nd.contrib.quantize(x,nd.array([0.]),nd.array([4.]),out_type='uint8'))
t('q8',lambda:nd.contrib.quantize(x,nd.array([-3.]),nd.array([4.]),out_type='int8'))
t('dq',lambda:nd.contrib.dequantize(*nd.contrib.quantize(x,nd.array([-3.]),nd.array([4.]),out_type='int8')))
t('dqu',lambda:nd.contrib.dequantize(*nd.contrib.quantize(x,nd.array([0.]),nd.array([4.]),out_type='uint8')))
t('q2',lambda:nd.contrib.quantize_v2(x))
t('q2u',lambda:nd.contrib.quantize_v2(x,out_type='auto'))
t('q2n',lambda:nd.contrib.quantize_v2(x-2.5,out_type='uint8'))
t('q2c',lambda:nd.contrib.quantize_v2(x,min_calib_range=-1.,max_calib_range=2.))
t('rq',lambda:nd.contrib.requantize(nd.array([[100000,-20000]],dtype='int32'),nd.array([-100.]),nd.array([100.])))
t('rqc',lambda:nd.contrib.requantize(nd.array([[100000,-20000]],dtype='int32'),nd.array([-100.]),nd.array([100.]),min_calib_range=-.01,max_calib_range=.004))
t('nnz',lambda:nd.contrib.getnnz(nd.sparse.csr_matrix(np.array([[0,1],[2,3]],'f'))))
t('nnz0',lambda:nd.contrib.getnnz(nd.sparse.csr_matrix(np.array([[0,1],[2,3]],'f')),axis=0))
t('nnz1',lambda:nd.contrib.getnnz(nd.sparse.csr_matrix(np.array([[0,1],[2,3]],'f')),axis=1))
np.random.seed(0)
t('prop',lambda:nd.contrib.Proposal(nd.array(np.random.rand(1,2*12,4,4)),nd.array(np.random.rand(1,48,4,4)),nd.array([[64,64,1.]]),rpn_post_nms_top_n=4,rpn_pre_nms_top_n=10,rpn_min_size=4,feature_stride=16,output_score=True))
t('mprop',lambda:nd.contrib.MultiProposal(nd.array(np.random.rand(1,2*12,4,4)),nd.array(np.random.rand(1,48,4,4)),nd.array([[64,64,1.]]),rpn_post_nms_top_n=4,rpn_pre_nms_top_n=10,rpn_min_size=4,feature_stride=16,output_score=True))
t('corrbad',lambda:nd.Correlation(nd.array(np.arange(32.).reshape(1,2,4,4)),nd.array(np.arange(32.)[::-1].reshape(1,2,4,4)),kernel_size=2))
t('corrsmall',lambda:nd.Correlation(nd.array(np.arange(8.).reshape(1,2,2,2)),nd.array(np.arange(8.)[::-1].reshape(1,2,2,2)),kernel_size=1,max_displacement=4))
t('gridA',lambda:nd.GridGenerator(nd.array([[1,0.5,0,0,1,.25]]),transform_type='affine',target_shape=(2,3)))
t('grid0',lambda:nd.GridGenerator(nd.array([[1,0.5,0,0,1,.25]]),transform_type='affine'))
t('gridbad',lambda:nd.GridGenerator(nd.array([[1,0.5,0,0,1]]),transform_type='affine',target_shape=(2,3)))
t('gridW',lambda:nd.GridGenerator(nd.array(np.arange(8.).reshape(1,2,2,2)),transform_type='warp'))
t('gridWbad',lambda:nd.GridGenerator(nd.array(np.arange(12.).reshape(1,3,2,2)),transform_type='warp'))
t('st',lambda:nd.SpatialTransformer(nd.array(np.arange(16.).reshape(1,1,4,4)),nd.array([[.5,0.1,0,0,1,.25]]),transform_type='affine',sampler_type='bilinear',target_shape=(3,3)))
t('st0',lambda:nd.SpatialTransformer(nd.array(np.arange(16.).reshape(1,1,4,4)),nd.array([[.5,0.1,0,0,1,.25]]),transform_type='affine',sampler_type='bilinear'))
t('stbad',lambda:nd.SpatialTransformer(nd.array(np.arange(16.).reshape(1,1,4,4)),nd.array([[.5,0.1,0,0,1]]),transform_type='affine',sampler_type='bilinear',target_shape=(3,3)))
t('grid1',lambda:nd.GridGenerator(nd.array([[1,0.5,0,0,1,.25]]),transform_type='affine',target_shape=(1,3)))
t('c2i',lambda:nd.col2im(nd.array(np.arange(16.).reshape(1,4,4)),output_size=(3,3),kernel=(2,2)))
t('c2ib',lambda:nd.col2im(nd.array(np.arange(16.).reshape(1,4,4)),output_size=(4,3),kernel=(2,2)))
w=nd.array([1.,-2,3]);g=nd.array([.1,.2,-.3])
def u(name,*states,**k):
    ss=[nd.array(s) for s in states]
    t(name,lambda:[*(lambda r:(r if isinstance(r,list) else [r]))(getattr(nd,name)(nd.array([1.,-2,3]),nd.array([.1,.2,-.3]),*ss,**k)),*ss])
z=[.5,.1,.2]
u('rmsprop_update',z,lr=.1,wd=.01,clip_gradient=.15,epsilon=1e-2,rescale_grad=2.)
u('rmsprop_update',z,lr=.1,clip_weights=1.)
u('rmspropalex_update',z,[.1,.1,.1],[.2,.1,0],lr=.1,wd=.01,epsilon=1e-2,clip_weights=2.5)
u('ftrl_update',z,[.3,.2,.1],lr=.1,wd=.01)
u('ftml_update',z,[.3,.2,.1],[.1,.2,.3],lr=.1,t=2,wd=.01)
u('signsgd_update',lr=.1,wd=.01)
u('signum_update',z,lr=.1,wd=.01,momentum=.9,wd_lh=.02)
u('nag_mom_update',z,lr=.1,wd=.01,momentum=.9)
u('lamb_update_phase1',z,[.3,.2,.1],t=2,wd=.01)
u('lamb_update_phase1',z,[.3,.2,.1],t=2,wd=.01,bias_correction=False)
t('l2',lambda:nd.lamb_update_phase2(w,g,nd.array([2.]),nd.array([3.]),lr=.1))
t('l20',lambda:nd.lamb_update_phase2(w,g,nd.array([0.]),nd.array([3.]),lr=.1,lower_bound=.5))
t('mp',lambda:(lambda w16,w32,m:[nd.mp_sgd_mom_update(w16,g.astype('float16'),m,w32,lr=.1,momentum=.9,wd=.01),w32,m])(w.astype('float16'),w.copy(),nd.array(z)))
t('mps',lambda:(lambda w16,w32:[nd.mp_sgd_update(w16,g.astype('float16'),w32,lr=.1,wd=.01),w32])(w.astype('float16'),w.copy()))



t('ss',lambda:nd.multi_sum_sq(w,g,num_arrays=2))
t('af',lambda:nd.multi_all_finite(w,nd.array([np.inf]),num_arrays=2))
t('lars',lambda:nd.multi_lars(nd.array([.1,.2]),nd.array([1.,2]),nd.array([3.,0]),nd.array([0.,.1]),eta=.01,eps=1e-8))
t('ra',lambda:(lambda a:[nd.reset_arrays(a,num_arrays=1),a][1])(w.copy()))
s=nd.array([[.5,1,2],[1,2,3]])
for n,a in (('normal',[[0.,1],[1,2.]]),('uniform',[[0.,1],[2.,4]]),('exponential',[[1.,2]]),('gamma',[[1.,2],[2.,3]]),('poisson',[[1.,2]]),('negative_binomial',[[3.,2],[.5,.3]]),('generalized_negative_binomial',[[1.,2],[.5,.3]])):
    for lg in (False,True): t('pdf '+n+str(lg),lambda:getattr(nd,'random_pdf_'+n)(nd.array([[0,1,2],[1,2,3.]]) if 'bin' in n or n=='poisson' else s,*map(nd.array,a),is_log=lg))
t('pdf dir',lambda:nd.random_pdf_dirichlet(nd.array([[[.2,.8],[.5,.5]]]),nd.array([[1.,2]])))

# draws: their means and kinds
for f in (lambda: nd.random.negative_binomial(k=3, p=.4, shape=(20000,)), lambda: nd.random.generalized_negative_binomial(2, .5, shape=(20000,)),
          lambda: nd.random.poisson(nd.array([1., 40.]), shape=(5000,)).mean(axis=1), lambda: nd.random.gamma(nd.array([1., 4.]), nd.array([2., 3.]), shape=(5000,)).mean(axis=1),
          lambda: nd.random.negative_binomial(k=nd.array([3, 4.]), p=nd.array([.4, .5]), shape=(20000,)).mean(axis=1), lambda: nd.sample_exponential(nd.array([1., 4.]), shape=(20000,)).mean(axis=1),
          lambda: nd.random.negative_binomial_like(nd.ones((300, 300)), k=2, p=.5), lambda: nd.random_negative_binomial(k=2, p=.5, shape=(30000,))):
    x = f()
    print(x.shape, x.dtype.__name__, round(float(x.mean().asscalar()) / 3))
