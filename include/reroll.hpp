// SPDX-License-Identifier: MIT OR Apache-2.0
// Reroll for C++11 and later: owning objects, exceptions, and fills into any range with data() and size(). This header only
// wraps reroll.h, which is the manual, and changes no bit.
//
//     reroll::device cpu("cpu,threads=2");
//     reroll::stream s(2026);
//     std::vector<float> theta(n), shape = ..., scale = ...;
//     reroll::fill(cpu, s, "gamma", theta, shape, scale);            // one shape and one scale per sample
//     reroll::fill(cpu, s, "normal", noise, 0.0, 1.0);               // s has advanced: no index is used twice
//
//     reroll::job j("dirichlet");                                    // everything that rr_job has
//     j.from(s.derive("shares")).cols(3).param("alpha", alpha).strategy("loop").out(rows);
//     j.run(cpu);
//
// Errors: functions throw reroll::error. what() is the library's message; status, bad_index, failed and failed_index are
// those of rr_result. After RR_ERR_PARAM with a bad_index, RR_ERR_FAILED, RR_ERR_CAP and RR_ERR_FIT the output is complete,
// with NaN (0) for failed samples, and fill has advanced the stream. After any other error nothing was written.
// Ownership: a device object closes its device; it can be moved but not copied. A job keeps pointers to the caller's memory,
// and copies of numbers. Threads: as in reroll.h. Only one thread may use a job at a time.
#ifndef REROLL_HPP
#define REROLL_HPP

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <utility>

#include "reroll.h"
#include "reroll_cursor.h"

namespace reroll {

// ---- Errors --------------------------------------------------------------------------------------------------------------

class error : public std::runtime_error {
public:
    error(rr_status status, const std::string &message) : std::runtime_error(message), status_(status) {}
    error(rr_status status, const rr_result &r)
        : std::runtime_error(r.message[0] ? r.message : rr_status_text(status)), status_(status), bad_index_(r.bad_index),
          failed_(r.failed), failed_index_(r.failed_index) {}

    rr_status status() const noexcept { return status_; }
    std::uint64_t bad_index() const noexcept { return bad_index_; }         // UINT64_MAX: no element has a bad parameter
    std::uint64_t failed() const noexcept { return failed_; }               // samples without an accepted proposal
    std::uint64_t failed_index() const noexcept { return failed_index_; }   // the lowest of these samples

private:
    rr_status status_;
    std::uint64_t bad_index_ = UINT64_MAX, failed_ = 0, failed_index_ = UINT64_MAX;
};

inline void check(rr_status status, const rr_result &result)
{
    if (status != RR_OK) throw error(status, result);
}

inline rr_result fresh_result() { return rr_result RR_RESULT_INIT; }

// ---- Devices and streams -------------------------------------------------------------------------------------------------

class device {
public:
    explicit device(const std::string &spec = std::string())
    {
        const rr_status status = rr_device_open(spec.c_str(), &device_);
        if (status == RR_OK) return;
        char why[160] = "";
        rr_device_why(spec.c_str(), why);
        throw error(status, why[0] ? why : rr_status_text(status));
    }
    ~device() { rr_device_close(&device_); }
    device(device &&other) noexcept : device_(other.device_) { other.device_ = nullptr; }
    device &operator=(device &&other) noexcept
    {
        std::swap(device_, other.device_);
        return *this;
    }
    device(const device &) = delete;
    device &operator=(const device &) = delete;

    operator const rr_device *() const noexcept { return device_; }
    const rr_device *get() const noexcept { return device_; }
    std::string name() const   // "" after a move
    {
        const char *name = rr_device_name(device_, nullptr, nullptr, nullptr);
        return name ? name : "";
    }
    void *context() const noexcept { return rr_device_context(device_); }   // CUcontext, cl_context; null for a CPU

    // Waits for a queue (null: the device's own) and throws the errors in the device's own record (rr_wait).
    void wait(void *queue = nullptr) const
    {
        rr_result result = fresh_result();
        check(rr_wait(device_, queue, &result), result);
    }

private:
    rr_device *device_ = nullptr;
};

// A plain value: copies draw the same samples.
class stream {
public:
    explicit stream(std::uint64_t seed, std::uint64_t number = 0) noexcept : stream_(rr_stream_make(seed, number)) {}
    stream(const rr_stream &s) noexcept : stream_(s) {}

    stream derive(std::uint64_t child) const noexcept { return rr_derive(stream_, child); }
    stream derive(const char *name) const noexcept { return rr_derive_name(stream_, name); }
    stream derive(const std::string &name) const noexcept { return derive(name.c_str()); }

    std::uint64_t next() const noexcept { return stream_.next; }   // the index of the next sample
    void seek(std::uint64_t index) noexcept { stream_.next = index; }
    operator const rr_stream &() const noexcept { return stream_; }
    rr_stream &get() noexcept { return stream_; }

private:
    rr_stream stream_;
};

// ---- Memory --------------------------------------------------------------------------------------------------------------

// A range of n numbers from a pointer on, in host or GPU memory. The caller owns the memory.
template <class T> class span {
public:
    span(T *data, std::size_t size) noexcept : data_(data), size_(size) {}
    T *data() const noexcept { return data_; }
    std::size_t size() const noexcept { return size_; }

private:
    T *data_;
    std::size_t size_;
};

template <class T> span<T> span_of(T *data, std::size_t size) { return span<T>(data, size); }

template <class T> struct type_of;   // the rr_type of a C++ type
template <> struct type_of<float> : std::integral_constant<rr_type, RR_F32> {};
template <> struct type_of<double> : std::integral_constant<rr_type, RR_F64> {};
template <> struct type_of<std::int32_t> : std::integral_constant<rr_type, RR_I32> {};
template <> struct type_of<std::int64_t> : std::integral_constant<rr_type, RR_I64> {};
template <> struct type_of<std::uint32_t> : std::integral_constant<rr_type, RR_U32> {};
template <> struct type_of<std::uint64_t> : std::integral_constant<rr_type, RR_U64> {};

// The element type of a range, without const.
template <class Range>
using element_of =
    typename std::remove_cv<typename std::remove_pointer<decltype(std::declval<Range &>().data())>::type>::type;

// ---- Jobs ----------------------------------------------------------------------------------------------------------------

class job {
public:
    explicit job(const std::string &sampler) : job_(rr_job RR_JOB_INIT)
    {
        job_.sampler = rr_sampler_find(sampler.c_str());
        if (!job_.sampler) throw error(RR_ERR_ARGUMENT, "there is no sampler \"" + sampler + "\"");
    }

    job &from(const stream &s)
    {
        job_.stream = s;
        return *this;
    }
    job &cols(std::uint64_t n)
    {
        job_.cols = n;
        return *this;
    }
    // The sizes that cols does not determine (rr_job.dims).
    job &dims(const rr_dims &sizes)
    {
        job_.dims = sizes;
        return *this;
    }
    // Index of element (r, c): next + r * stride + c (rr_job.index_row_stride).
    job &index_row_stride(std::uint64_t stride)
    {
        job_.index_row_stride = stride;
        return *this;
    }
    // The number of element 0 in errors, for a part of a larger job.
    job &first_element(std::uint64_t number)
    {
        job_.first_element = number;
        return *this;
    }
    job &strategy(const std::string &text)
    {
        if (rr_strategy_find(text.c_str(), &job_.strategy) != RR_OK)
            throw error(RR_ERR_ARGUMENT, "there is no strategy \"" + text + "\"");
        return *this;
    }
    job &flags(std::uint32_t flags)
    {
        job_.flags = flags;
        return *this;
    }

    // The output: rows of cols samples. The size of the range is a multiple of cols. The dtype is the range's element type.
    template <class Range> job &out(Range &&range)
    {
        typedef typename std::decay<Range>::type range_type;
        job_.dtype = type_of<element_of<range_type>>::value;
        job_.out = range.data();
        out_size_ = range.size();
        return *this;
    }

    // Sets parameter p, or the parameter of this name, to a number or a range. A range has one value per sample, in order,
    // or the value for all samples: a list such as the weights of categorical, a row, a covariance row by row
    // (docs/shapes.md).
    template <class Number>
    typename std::enable_if<std::is_arithmetic<Number>::value, job &>::type param(unsigned p, Number value)
    {
        at(p) = rr_param{nullptr, number_type<Number>(), 0, 0};
        value_[p] = value_of(value, std::is_floating_point<Number>());
        given_[p] = one_number;
        return *this;
    }
    template <class Range>
    typename std::enable_if<!std::is_arithmetic<Range>::value, job &>::type param(unsigned p, const Range &range)
    {
        at(p) = rr_param{range.data(), type_of<element_of<const Range>>::value, 0, sizeof *range.data()};
        given_[p] = a_range;
        param_size_[p] = range.size();
        return *this;
    }
    // Sets a parameter with strides (rr_param).
    job &param(unsigned p, const rr_param &strided)
    {
        at(p) = strided;
        given_[p] = as_it_is;
        return *this;
    }
    template <class Value> job &param(const std::string &name, const Value &value) { return param(number_of(name), value); }

    // Sets one index per sample (rr_job.index).
    template <class Range> job &index(const Range &range)
    {
        static_assert(std::is_same<element_of<const Range>, std::uint64_t>::value, "indices are uint64_t");
        job_.index = range.data();
        index_size_ = range.size();
        has_index_ = true;
        return *this;
    }

    void run(const rr_device *device) const
    {
        rr_result result = fresh_result();
        const rr_job j = settled();
        check(rr_run(device, &j, &result), result);
    }
    // Runs the job and returns the counts of the strategy.
    rr_counts count(const rr_device *device) const
    {
        rr_result result = fresh_result();
        rr_job j = settled();
        j.flags |= RR_COUNT;
        check(rr_run(device, &j, &result), result);
        return result.counts;
    }
    // Enqueues the job on a GPU without waiting (reroll_gpu.h). All memory is device memory.
    void enqueue(const rr_device *device, const rr_queued &how) const
    {
        rr_result result = fresh_result();
        const rr_job j = settled();
        check(rr_enqueue(device, &j, &how, &result), result);
    }
    void enqueue(const rr_device *device, void *queue = nullptr) const
    {
        rr_queued how = RR_QUEUED_INIT;
        how.queue = queue;
        enqueue(device, how);
    }
    void compile(const rr_device *device) const
    {
        rr_result result = fresh_result();
        const rr_job j = settled();
        check(rr_compile(device, &j, &result), result);
    }

    // The rr_job; it points into this object.
    rr_job settled() const
    {
        rr_job j = job_;
        if (!j.cols || out_size_ % j.cols)
            throw error(RR_ERR_ARGUMENT, "out has " + std::to_string(out_size_) +
                                             " elements, not a whole number of rows of " + std::to_string(j.cols));
        j.rows = out_size_ / j.cols;
        for (unsigned p = 0; p < RR_MAX_PARAMS; ++p) {
            if (given_[p] == one_number) j.param[p].data = &value_[p].as;   // this job may be a copy
            if (given_[p] == a_range) settle_range(j, p);
        }
        if (has_index_) expect(index_size_, "index");
        return j;
    }

private:
    enum form { as_it_is, one_number, a_range };

    // 64-bit integers are read exactly.
    template <class Number> static rr_type number_type()
    {
        return std::is_floating_point<Number>::value ? RR_F64 : std::is_signed<Number>::value ? RR_I64 : RR_U64;
    }
    template <class Number> static rr_value value_of(Number value, std::true_type)
    {
        rr_value made = {RR_F64, {static_cast<double>(value)}};
        return made;
    }
    template <class Number> static rr_value value_of(Number value, std::false_type)
    {
        rr_value made = {number_type<Number>(), {0.0}};
        if (made.type == RR_I64) made.as.integer = static_cast<std::int64_t>(value);
        else made.as.natural = static_cast<std::uint64_t>(value);
        return made;
    }

    const rr_sampler_info &about() const { return *rr_sampler_about(job_.sampler); }
    rr_param &at(unsigned p)
    {
        if (p >= about().params)
            throw error(RR_ERR_ARGUMENT, std::string(about().name) + " has " + std::to_string(about().params) +
                                             " parameters");
        return job_.param[p];
    }
    unsigned number_of(const std::string &name) const
    {
        for (unsigned p = 0; p < about().params; ++p)
            if (name == about().param[p].name) return p;
        throw error(RR_ERR_ARGUMENT, std::string(about().name) + " has no parameter \"" + name + "\"");
    }
    // The size of a side (rr_dims); 0: the job does not determine it.
    static std::uint64_t side_of(const rr_job &j, unsigned dim)
    {
        std::uint64_t side = j.dims.d;
        if (dim == RR_DIM_K) return j.cols;
        if (dim == RR_DIM_R) return j.dims.r ? j.dims.r : j.dims.c ? j.cols / j.dims.c : 0;
        if (dim == RR_DIM_C) return j.dims.c ? j.dims.c : j.dims.r ? j.cols / j.dims.r : 0;
        while (!j.dims.d && side <= 256 && side * side < j.cols) ++side;   // D is at most 256
        return side;
    }
    // Sets the strides of a range from the shape of its parameter, and the size of the dimension that the range determines.
    void settle_range(rr_job &j, unsigned p) const
    {
        const rr_shape shape = about().param[p].shape;
        const std::size_t size = param_size_[p];
        std::uint64_t along = j.cols;   // elements from one row to the next
        if (shape.side[0] == RR_DIM_N) {
            if (!j.dims.n) j.dims.n = size;
            if (job_.dims.n ? size < j.dims.n : size != j.dims.n) refuse(p, "dims.n is " + std::to_string(j.dims.n));
            along = 0;
        } else if (rr_shape_is_covariance(shape)) {
            along = side_of(j, shape.side[0]);
            if (along && size != along * along) refuse(p, "its matrix has " + std::to_string(along * along));
        } else if (rr_shape_is_list(shape)) {
            if (!j.dims.r && size % j.cols == 0) j.dims.r = size / j.cols;
            if (size != j.cols * j.dims.r) refuse(p, "its matrix has " + std::to_string(j.cols * j.dims.r));
            along = 0;
        } else if (about().shape.side[0] != RR_DIM_NONE && shape.side[0] == RR_DIM_NONE) {
            if (size != j.rows) refuse(p, "out has " + std::to_string(j.rows) + " rows");
            along = 1;
        } else if (shape.side[0] != RR_DIM_NONE && size == j.cols) {
            along = 0;
        } else {
            expect(size, about().param[p].name);
        }
        j.param[p].row_stride = j.param[p].col_stride * static_cast<std::ptrdiff_t>(along);
    }
    [[noreturn]] void refuse(unsigned p, const std::string &needed) const
    {
        throw error(RR_ERR_ARGUMENT, std::string(about().param[p].name) + " has " + std::to_string(param_size_[p]) +
                                         " elements, but " + needed);
    }
    void expect(std::size_t size, const std::string &name) const
    {
        if (size != out_size_)
            throw error(RR_ERR_ARGUMENT, name + " has " + std::to_string(size) + " elements, but out has " +
                                             std::to_string(out_size_));
    }

    rr_job job_;
    rr_value value_[RR_MAX_PARAMS] = {};
    form given_[RR_MAX_PARAMS] = {};
    bool has_index_ = false;
    std::size_t out_size_ = 0, index_size_ = 0, param_size_[RR_MAX_PARAMS] = {};
};

// ---- Fills ---------------------------------------------------------------------------------------------------------------

namespace detail {
inline void set_params(job &, unsigned) {}
template <class Value, class... More> void set_params(job &j, unsigned p, const Value &value, const More &...more)
{
    j.param(p, value);
    set_params(j, p + 1, more...);
}
}

// Draws one sample per element of out, from the stream's next index on, and advances the stream. Parameters are in the
// sampler's order; each is a number or a range with one number per sample. Omitted ones have their defaults.
template <class Range, class... Values>
void fill(const rr_device *device, stream &s, const std::string &sampler, Range &&out, const Values &...params)
{
    job j(sampler);
    if (rr_sampler_about(rr_sampler_find(sampler.c_str()))->shape.side[0] != RR_DIM_NONE)
        throw error(RR_ERR_ARGUMENT, sampler + " draws rows: make a job of it");
    detail::set_params(j.from(s).out(out), 0, params...);
    const std::uint64_t first = s.next(), n = out.size();
    if (n > UINT64_MAX - first) throw error(RR_ERR_INDEX, rr_status_text(RR_ERR_INDEX));
    try {
        j.run(device);
    } catch (const error &e) {
        const bool written = e.status() == RR_ERR_PARAM ? e.bad_index() != UINT64_MAX
                                                        : e.status() == RR_ERR_CAP || e.status() == RR_ERR_FIT;
        if (written) s.seek(first + n);
        throw;
    }
    s.seek(first + n);
}

// ---- One draw at a time --------------------------------------------------------------------------------------------------

// An rr_cursor (reroll_cursor.h) for rr_next_normal_f64 and similar calls. bits() is a URBG that borrows the cursor.
class cursor : public rr_cursor {
public:
    cursor(const rr_device *d, const reroll::stream &s) { rr_cursor_init(this, d, s); }
    rr_urbg bits() { return rr_urbg(*this); }
    // Throws the first error of its draws, and clears it.
    void check()
    {
        const rr_status first = status;
        status = RR_OK;
        if (first != RR_OK) throw error(first, rr_status_text(first));
    }
};

}

#endif
