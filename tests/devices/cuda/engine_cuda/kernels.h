/* SPDX-License-Identifier: MIT OR Apache-2.0 */
/* Kernels: made once and found again, on disk and in bundles, by older and by broken compilers. */
#ifndef RR_TESTS_DEVICES_ENGINE_CUDA_KERNELS_H
#define RR_TESTS_DEVICES_ENGINE_CUDA_KERNELS_H

/* Flips a bit of every file of the cache. */
static void damage_cache(void)
{
    char path[512];
    int files = 0;
    DIR *d = opendir(cache);
    for (struct dirent *e; (e = readdir(d));) {
        if (*e->d_name == '.') continue;
        snprintf(path, sizeof path, "%s/%.200s", cache, e->d_name);
        FILE *f = fopen(path, "r+b");
        assert_non_null(f);
        fseek(f, 1000, SEEK_SET);
        const int c = fgetc(f);
        fseek(f, 1000, SEEK_SET);
        fputc(c ^ 1, f);
        fclose(f);
        ++files;
    }
    closedir(d);
    assert_true(files > 0);
}

/* An engine that is closed with a kernel on its way waits for it first: not even its module may be gone. */
static void waits(void **state)
{
    rr_engine *e = opened("");
    rr_memory m, all[RR_GPU_POINTERS];
    rr_queue *q;
    const rr_kernel *k = made(e);
    const rr_launch l = gamma_launch();
    MUST(cuda->alloc(e, BYTES, &m, &result));
    for (int p = 0; p < RR_GPU_POINTERS; ++p) all[p] = m;
    MUST(cuda->queue_open(e, NULL, &q, &result));
    MUST(cuda->write(q, m, 0, gamma_memory(), OUT_AT, &result));
    MUST(cuda->launch(q, k, 2, all, &l, &result));
    const long early = fake->unloaded_early();
    cuda->wait(e);
    cuda->release(e, m);
    cuda->queue_close(q);
    cuda->close(e);
    assert_int_equal(fake->unloaded_early(), early);
    nothing_lives("an engine that waits");
    (void)state;
}

static void kernels(void **state)
{
    const long before = fake->compilations();
    rr_engine *e = opened("");
    const rr_kernel *k = made(e);
    assert_int_equal(fake->compilations() - before, 1);
    draw(e, k, "compiled");
    assert_ptr_equal(made(e), k);
    assert_int_equal(fake->compilations() - before, 1);
    cuda->close(e);
    e = opened("");
    draw(e, made(e), "from the disk");
    assert_int_equal(fake->compilations() - before, 1);
    cuda->close(e);
    damage_cache();
    e = opened("");
    draw(e, made(e), "after damage");
    assert_int_equal(fake->compilations() - before, 2);
    cuda->close(e);
    e = opened("");
    draw(e, made(e), "mended");
    assert_int_equal(fake->compilations() - before, 2);
    cuda->close(e);
    fake->versions(13010, 2);   /* another driver: another kernel */
    e = opened("");
    draw(e, made(e), "for a new driver");
    assert_int_equal(fake->compilations() - before, 3);
    cuda->close(e);
    nothing_lives("making kernels");
    (void)state;
}

/* Every request has its own kernel, and kernels of the same samples give the same bits. */
static void requests(void **state)
{
    enum { WISHES = 10, DRAWN = 6 };
    rr_engine *e = opened("");
    const rr_kernel *k[WISHES];
    const rr_kernel_request w[WISHES] = {
        {.sampler = "gamma", .strategy = "loop"},
        {.sampler = "gamma", .strategy = "cached"},
        {.sampler = "gamma", .strategy = "regroup"},
        {.sampler = "gamma", .strategy = "regroup_ahead"},
        {.sampler = "gamma", .strategy = "compact"},
        GAMMA,
        {.sampler = "gamma", .strategy = "compact", .constant = 1},
        {.sampler = "gamma", .strategy = "refill", .wide = 1},
        {.sampler = "gamma", .strategy = "refill", .counting = 1},
        {.sampler = "exponential", .strategy = "refill"},
    };
    for (int i = 0; i < WISHES; ++i) MUST(cuda->kernel(e, &w[i], 1, &k[i], &result));
    for (int i = 0; i < WISHES; ++i) {
        const rr_kernel *again;
        MUST(cuda->kernel(e, &w[i], 0, &again, &result));
        assert_ptr_equal(again, k[i]);
        for (int j = 0; j < i; ++j) assert_ptr_not_equal(k[i], k[j]);
    }
    for (int i = 0; i < DRAWN; ++i) draw(e, k[i], w[i].strategy);
    cuda->close(e);
    nothing_lives("ten kernels");
    (void)state;
}

/* A kernel stays valid however many are loaded after it. */
static void many(void **state)
{
    enum { MANY = 80 };
    static const rr_kernel_request other = {.sampler = "exponential", .strategy = "refill"};
    rr_engine *e = opened(""), *more[MANY];
    const rr_kernel *first = made(e), *k;
    for (int i = 0; i < MANY; ++i) {
        more[i] = opened("");
        MUST(cuda->kernel(more[i], &other, 1, &k, &result));
    }
    draw(e, first, "the first of many kernels");
    for (int i = 0; i < MANY; ++i) cuda->close(more[i]);
    cuda->close(e);
    nothing_lives("many kernels");
    (void)state;
}

static void *ask(void *engine)
{
    const rr_kernel *k = NULL;
    cuda->kernel(engine, &GAMMA, 1, &k, NULL);
    return (void *)(uintptr_t)k;
}

static void threads(void **state)
{
    pthread_t t[8];
    const long before = fake->compilations();
    rr_engine *e = opened("");
    for (int i = 0; i < 8; ++i) assert_int_equal(pthread_create(&t[i], NULL, ask, e), 0);
    for (int i = 0; i < 8; ++i) {
        void *k;
        pthread_join(t[i], &k);
        assert_ptr_equal(k, made(e));
    }
    assert_int_equal(fake->compilations() - before, 1);
    draw(e, made(e), "a kernel that another thread has loaded");
    cuda->close(e);
    nothing_lives("threads");
    (void)state;
}

/* Checks that there is no kernel, and that this is the reason. */
static void no_kernel(const char *why)
{
    const rr_kernel *k;
    rr_result result = RR_RESULT_INIT;
    rr_engine *e = opened("");
    assert_int_equal(cuda->kernel(e, &GAMMA, 1, &k, &result), RR_ERR_DEVICE);
    assert_null(k);
    assert_string_equal(result.message, why);
    cuda->close(e);
    nothing_lives(why);
}

static void drawn(const char *what)
{
    rr_engine *e = opened("");
    draw(e, made(e), what);
    cuda->close(e);
    nothing_lives(what);
}

/* A driver that accepts nothing from the newest compiler: an older one is found. */
static void older_compiler(void **state)
{
    char both[8500];
    fake->versions(12040, 2);
    no_kernel("cuda:0 (driver 12.4): no kernel of gamma: NVRTC 13.0's code is refused: fake error 209");
    snprintf(both, sizeof both, "%s:%s", fake_path, old_nvrtc);
    setenv("REROLL_NVRTC", both, 1);
    drawn("by an older compiler");
    fake->versions(11080, 2);   /* PTX of 12.2 is too new for it too */
    no_kernel("cuda:0 (driver 11.8): no kernel of gamma: NVRTC 13.0's code is refused: fake error 209");
    (void)state;
}

static void broken_compiler(void **state)
{
    setenv("FAKE_CC", "sh -c 'echo warned >&2; echo \"reroll.cu(7): error: no such thing\" >&2; exit 1'", 1);
    no_kernel("cuda:0 (driver 13.0): no kernel of gamma: NVRTC 13.0: reroll.cu(7): error: no such thing");
    unsetenv("FAKE_CC");
    drawn("by a mended compiler");
    (void)state;
}

/* Puts the code of GAMMA into a bundle in the form that a driver of 12.2 accepts. */
static void make_bundle(const char *path)
{
    static const char *const options[] = {"-arch=compute_80", "--std=c++17"};
    char why[160];
    rr_nvrtc n;
    size_t size;
    setenv("REROLL_NVRTC", old_nvrtc, 1);
    assert_int_equal(rr_nvrtc_open(&n, RR_NVRTC_ANY), 1);
    assert_int_equal(n.version, 12020);
    char *text = rr_cuda_kernel_text(&GAMMA), *image = rr_nvrtc_compile(&n, text, options, 2, 0, &size, why);
    if (!image) fail_msg("%s", why);
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    fwrite(image, 1, size, f);
    fclose(f);
    free(image);
    free(text);
    rr_nvrtc_close(&n);
}

static void bundles(void **state)
{
    char name[160], path[512];
    const rr_kernel_request other = {.sampler = "gamma", .strategy = "loop"};
    rr_engine_facts facts;
    const rr_kernel *k;
    rr_engine *e;
    rr_result result = RR_RESULT_INIT;
    char *text = rr_cuda_kernel_text(&GAMMA);
    rr_cuda_bundle_name(&GAMMA, text, name);
    free(text);
    snprintf(path, sizeof path, "%s/%s.fatbin", cache, name);
    make_bundle(path);
    setenv("REROLL_CUDA_BUNDLE", cache, 1);
    setenv("REROLL_NVRTC", fake_path, 1);
    const long compiled = fake->compilations();
    drawn("of the bundle that is named, although there is a compiler");
    assert_int_equal(fake->compilations(), compiled);
    fake->versions(12040, 2);
    drawn("of the bundle, what is compiled being refused");
    setenv("REROLL_NVRTC", "./none", 1);
    drawn("of the bundle, without a compiler");
    assert_int_equal(cuda->open("", 0, &e, &facts, NULL), RR_OK);
    assert_string_equal(facts.version, "driver 12.4, no NVRTC");
    assert_int_equal(cuda->kernel(e, &other, 1, &k, &result), RR_ERR_DEVICE);
    assert_string_equal(result.message,
                        "cuda:0 (driver 12.4): no kernel of gamma: the bundle has none, and no NVRTC is found");
    cuda->close(e);
    fake->versions(11080, 2);
    no_kernel("cuda:0 (driver 11.8): no kernel of gamma: the bundle's code is refused: fake error 222");
    nothing_lives("a bundle");
    (void)state;
}

/* The folder of make install next to the library's own is also tried before a compiler; it need not have the kernel. The
 * library is part of the program, or a separate file. */
static void installed_bundle(void **state)
{
    char folder[4300], name[160], path[4600];
    const rr_kernel_request other = {.sampler = "gamma", .strategy = "loop"};
    const rr_kernel *k;
    Dl_info library;
    assert_true(dladdr((const void *)(uintptr_t)&rr_cuda_bundle_name, &library));
    assert_non_null(realpath(library.dli_fname, folder));
    strcpy(strrchr(folder, '/'), "/..");
    static const char *const steps[] = {"/share", "/reroll", "/cuda-bundle"};
    const size_t root = strlen(folder);
    for (int s = 0; s < 3; ++s) mkdir(strcat(folder, steps[s]), 0777);
    char *text = rr_cuda_kernel_text(&GAMMA);
    rr_cuda_bundle_name(&GAMMA, text, name);
    free(text);
    snprintf(path, sizeof path, "%s/%s.fatbin", folder, name);
    make_bundle(path);
    setenv("REROLL_NVRTC", fake_path, 1);
    const long compiled = fake->compilations();
    rr_engine *e = opened("");
    draw(e, made(e), "of the bundle that is installed");
    assert_int_equal(fake->compilations(), compiled);
    MUST(cuda->kernel(e, &other, 1, &k, &result));
    assert_int_equal(fake->compilations(), compiled + 1);
    cuda->close(e);
    unlink(path);
    for (int s = 2; s >= 0; --s) {
        rmdir(folder);
        *strrchr(folder, '/') = '\0';
    }
    assert_int_equal(strlen(folder), root);
    nothing_lives("an installed bundle");
    (void)state;
}

#endif
