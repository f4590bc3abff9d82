"""The names of scipy 1.10 that perch's has not, for _absent.py; written by tools/scipy_names.py."""
NAMES = {
    'scipy': '''LowLevelCallable cluster constants datasets fft fftpack integrate misc ndimage odr show_config sparse''',
    'scipy.interpolate': '''Akima1DInterpolator BPoly BSpline BarycentricInterpolator BivariateSpline CloughTocher2DInterpolator CubicHermiteSpline InterpolatedUnivariateSpline KroghInterpolator LSQBivariateSpline
LSQSphereBivariateSpline LSQUnivariateSpline LinearNDInterpolator NdPPoly NearestNDInterpolator PPoly PchipInterpolator RBFInterpolator Rbf RectBivariateSpline RectSphereBivariateSpline
RegularGridInterpolator SmoothBivariateSpline SmoothSphereBivariateSpline UnivariateSpline approximate_taylor_polynomial barycentric_interpolate bisplev bisplrep dfitpack fitpack
fitpack2 griddata insert interp2d interpn interpnd interpolate krogh_interpolate lagrange make_interp_spline make_lsq_spline make_smoothing_spline ndgriddata pade pchip_interpolate
polyint rbf spalde splantider splder splev splint splprep splrep sproot''',
    'scipy.io': '''FortranEOFError FortranFile FortranFormattingError arff harwell_boeing hb_read hb_write idl matlab mminfo mmio mmread mmwrite netcdf netcdf_file netcdf_variable readsav wavfile''',
    'scipy.linalg': '''LinAlgWarning bandwidth basic blas cdf2rdf cho_solve_banded cholesky_banded clarkson_woodruff_transform companion convolution_matrix coshm cosm cossin cython_blas cython_lapack decomp
decomp_cholesky decomp_lu decomp_qr decomp_schur decomp_svd dft eig_banded eigh_tridiagonal eigvals_banded eigvalsh_tridiagonal expm_cond expm_frechet fiedler fiedler_companion
find_best_blas_type flinalg fractional_matrix_power funm get_blas_funcs get_lapack_funcs helmert hessenberg invhilbert invpascal ishermitian issymmetric khatri_rao kron lapack ldl
leslie logm matfuncs matmul_toeplitz matrix_balance misc ordqz orthogonal_procrustes pascal pinvh polar qr_delete qr_insert qr_multiply qr_update qz rq rsf2csf schur signm sinhm sinm
solve_banded solve_circulant solve_continuous_are solve_continuous_lyapunov solve_discrete_are solve_discrete_lyapunov solve_lyapunov solve_sylvester solve_toeplitz solveh_banded
special_matrices sqrtm subspace_angles tanhm tanm tri tril triu''',
    'scipy.optimize': '''BFGS Bounds BroydenFirst HessianUpdateStrategy InverseJacobian KrylovJacobian LbfgsInvHessProduct LinearConstraint NonlinearConstraint RootResults SR1 anderson approx_fprime
basinhopping bracket brent brenth broyden1 broyden2 brute check_grad cobyla diagbroyden differential_evolution direct dual_annealing excitingmixing fixed_point fmin fmin_bfgs fmin_cg
fmin_cobyla fmin_l_bfgs_b fmin_ncg fmin_powell fmin_slsqp fmin_tnc fminbound fsolve golden lbfgsb least_squares leastsq line_search linear_sum_assignment linearmixing linesearch linprog
linprog_verbose_callback lsq_linear milp minpack minpack2 moduleTNC newton newton_krylov nnls nonlin optimize quadratic_assignment ridder root root_scalar rosen rosen_der rosen_hess
rosen_hess_prod shgo show_options slsqp tnc toms748 zeros''',
    'scipy.signal': '''BadCoefficients CZT StateSpace TransferFunction ZerosPolesGain ZoomFFT abcd_normalize argrelextrema argrelmax argrelmin band_stop_obj barthann bartlett bessel besselap bilinear
bilinear_zpk blackman blackmanharris bode bohman boxcar bspline bsplines buttap butter buttord cascade cheb1ap cheb1ord cheb2ap cheb2ord chebwin cheby1 cheby2 check_COLA check_NOLA
chirp choose_conv_method cmplx_sort coherence cont2discrete correlation_lags cosine csd cspline1d cspline1d_eval cspline2d cubic cwt czt czt_points daub dbode decimate deconvolve
detrend dfreqresp dimpulse dlsim dlti dstep ellip ellipap ellipord exponential filter_design filtfilt find_peaks find_peaks_cwt findfreqs fir_filter_design firls firwin firwin2 flattop
freqresp freqs freqs_zpk freqz freqz_zpk gammatone gauss_spline gaussian gausspulse general_gaussian get_window group_delay hamming hann hilbert hilbert2 iircomb iirdesign iirfilter
iirnotch iirpeak impulse impulse2 invres invresz istft kaiser kaiser_atten kaiser_beta kaiserord lfilter lfilter_zi lfiltic lombscargle lp2bp lp2bp_zpk lp2bs lp2bs_zpk lp2hp lp2hp_zpk
lp2lp lp2lp_zpk lsim lsim2 lti lti_conversion ltisys max_len_seq medfilt medfilt2d minimum_phase morlet morlet2 normalize nuttall oaconvolve order_filter parzen peak_prominences
peak_widths periodogram place_poles qmf qspline1d qspline1d_eval qspline2d quadratic remez resample resample_poly residue residuez ricker savgol_coeffs savgol_filter sawtooth sepfir2d
signaltools sos2tf sos2zpk sosfilt sosfilt_zi sosfiltfilt sosfreqz spectral spectrogram spline spline_filter square ss2tf ss2zpk step step2 stft sweep_poly symiirorder1 symiirorder2
tf2sos tf2ss tf2zpk triang tukey unique_roots unit_impulse upfirdn vectorstrength waveforms wavelets welch wiener windows zoom_fft zpk2sos zpk2ss zpk2tf''',
    'scipy.spatial': '''ConvexHull Delaunay HalfspaceIntersection KDTree QhullError Rectangle SphericalVoronoi Voronoi cKDTree ckdtree convex_hull_plot_2d delaunay_plot_2d geometric_slerp kdtree procrustes
qhull transform tsearch voronoi_plot_2d''',
    'scipy.spatial.distance': '''dice directed_hausdorff is_valid_y kulczynski1 kulsinski mahalanobis num_obs_y rogerstanimoto russellrao seuclidean sokalmichener sokalsneath yule''',
    'scipy.special': '''SpecialFunctionError SpecialFunctionWarning agm ai_zeros airy airye assoc_laguerre bdtr bdtrc bdtri bdtrik bdtrin bei bei_zeros beip beip_zeros ber ber_zeros bernoulli berp berp_zeros
besselpoly bi_zeros boxcox boxcox1p btdtr btdtri btdtria btdtrib c_roots cg_roots chdtr chdtrc chdtri chdtriv chebyc chebys chebyt chebyu chndtr chndtridf chndtrinc chndtrix clpmn cosdg
cosm1 cotdg dawsn diric ellip_harm ellip_harm_2 ellip_normal ellipe ellipeinc ellipj ellipk ellipkinc ellipkm1 elliprc elliprd elliprf elliprg elliprj erf_zeros erfcx erfi errstate
euler eval_chebyc eval_chebys eval_chebyt eval_chebyu eval_gegenbauer eval_genlaguerre eval_hermite eval_hermitenorm eval_jacobi eval_laguerre eval_legendre eval_sh_chebyt
eval_sh_chebyu eval_sh_jacobi eval_sh_legendre exp1 expi expn exprel factorial2 factorialk fdtr fdtrc fdtri fdtridfd fresnel fresnel_zeros fresnelc_zeros fresnels_zeros gammasgn gdtr
gdtrc gdtria gdtrib gdtrix gegenbauer genlaguerre geterr h1vp h2vp h_roots hankel1 hankel1e hankel2 hankel2e he_roots hermite hermitenorm huber hyp0f1 hyp1f1 hyp2f1 hyperu i0 i0e i1 i1e
inv_boxcox inv_boxcox1p it2i0k0 it2j0y0 it2struve0 itairy iti0k0 itj0y0 itmodstruve0 itstruve0 iv ive ivp j0 j1 j_roots jacobi jn jn_zeros jnjnp_zeros jnp_zeros jnyn_zeros js_roots jv
jve jvp k0 k0e k1 k1e kei kei_zeros keip keip_zeros kelvin kelvin_zeros ker ker_zeros kerp kerp_zeros kn kolmogi kolmogorov kv kve kvp l_roots la_roots laguerre lambertw legendre lmbda
lpmn lpmv lpn lqmn lqn mathieu_a mathieu_b mathieu_cem mathieu_even_coef mathieu_modcem1 mathieu_modcem2 mathieu_modsem1 mathieu_modsem2 mathieu_odd_coef mathieu_sem modfresnelm
modfresnelp modstruve nbdtr nbdtrc nbdtri nbdtrik nbdtrin ncfdtr ncfdtri ncfdtridfd ncfdtridfn ncfdtrinc nctdtr nctdtridf nctdtrinc nctdtrit ndtri_exp nrdtrimn nrdtrisd obl_ang1
obl_ang1_cv obl_cv obl_cv_seq obl_rad1 obl_rad1_cv obl_rad2 obl_rad2_cv owens_t p_roots pbdn_seq pbdv pbdv_seq pbvv pbvv_seq pbwa pdtr pdtrc pdtri pdtrik poch polygamma powm1 pro_ang1
pro_ang1_cv pro_cv pro_cv_seq pro_rad1 pro_rad1_cv pro_rad2 pro_rad2_cv ps_roots pseudo_huber radian rgamma riccati_jn riccati_yn roots_chebyc roots_chebys roots_chebyt roots_chebyu
roots_gegenbauer roots_genlaguerre roots_hermite roots_hermitenorm roots_jacobi roots_laguerre roots_legendre roots_sh_chebyt roots_sh_chebyu roots_sh_jacobi roots_sh_legendre round
s_roots seterr sh_chebyt sh_chebyu sh_jacobi sh_legendre shichi sici sinc sindg smirnov smirnovi spence sph_harm spherical_in spherical_jn spherical_kn spherical_yn stdtr stdtridf
stdtrit struve t_roots tandg tklmbda ts_roots u_roots us_roots voigt_profile wofz wright_bessel wrightomega y0 y0_zeros y1 y1_zeros y1p_zeros yn yn_zeros ynp_zeros yv yve yvp zeta zetac''',
    'scipy.stats': '''ConstantInputWarning Covariance DegenerateDataWarning FitError NearConstantInputWarning alexandergovern alpha anderson anderson_ksamp anglit ansari arcsine argus barnard_exact bartlett
bayes_mvs betabinom betaprime biasedurn binned_statistic binned_statistic_2d binned_statistic_dd binom_test binomtest boltzmann bootstrap boschloo_exact boxcox boxcox_llf boxcox_normmax
boxcox_normplot bradford brunnermunzel burr burr12 chi chi2_contingency chisquare circmean circstd circvar combine_pvalues contingency cosine cramervonmises cramervonmises_2samp
crystalball cumfreq describe dgamma differential_entropy directional_stats dirichlet distributions dlaplace dweibull energy_distance epps_singleton_2samp erlang expectile exponnorm
exponpow exponweib f f_oneway fatiguelife find_repeats fisher_exact fisk fit fligner foldcauchy foldnorm friedmanchisquare gausshyper gaussian_kde genexpon genextreme gengamma
genhalflogistic genhyperbolic geninvgauss genlogistic gennorm genpareto gibrat gilbrat gmean gompertz goodness_of_fit gstd gumbel_l gumbel_r gzscore halfcauchy halfgennorm halflogistic
halfnorm hmean hypergeom hypsecant invgamma invgauss invweibull invwishart iqr jarque_bera johnsonsb johnsonsu kappa3 kappa4 kde kendalltau kruskal ks_1samp ks_2samp ksone kstat
kstatvar kstest kstwo kstwobign kurtosistest laplace_asymmetric levene levy levy_l levy_stable loggamma loglaplace logser lomax mannwhitneyu matrix_normal maxwell median_abs_deviation
median_test mielke mode moment monte_carlo_test mood morestats moyal mstats mstats_basic mstats_extras multinomial multiscale_graphcorr multivariate_hypergeom multivariate_t mvn mvsdist
nakagami nbinom ncf nchypergeom_fisher nchypergeom_wallenius nct ncx2 nhypergeom normaltest norminvgauss obrientransform ortho_group page_trend_test pareto pearson3 percentileofscore
permutation_test planck pmean pointbiserialr poisson_means_test power_divergence powerlaw powerlognorm powernorm ppcc_max ppcc_plot probplot qmc random_correlation random_table ranksums
rayleigh rdist recipinvgauss relfreq rice rv_continuous rv_discrete rv_histogram rvs_ratio_uniforms scoreatpercentile semicircular shapiro siegelslopes sigmaclip skellam skewcauchy
skewnorm skewtest somersd special_ortho_group statlib stats studentized_range theilslopes tiecorrect tmax tmean tmin trapezoid trapz triang trim1 trim_mean trimboth truncexpon truncnorm
truncpareto truncweibull_min tsem tstd ttest_ind_from_stats ttest_rel tukey_hsd tukeylambda tvar uniform_direction unitary_group variation vonmises vonmises_line wald
wasserstein_distance weibull_max weibull_min weightedtau wilcoxon wishart wrapcauchy yeojohnson yeojohnson_llf yeojohnson_normmax yeojohnson_normplot yulesimon zipf zipfian zmap''',
}
