// What the driver can do with the usual containers is compiled once, with the driver, and only named here.
//
// Each is named where the student's text has read the headers that define it: the names of their guards are those of
// GCC's library. Where they are others, it is compiled with each submission again, which only takes longer.
#ifdef GRADER_COMMON_HERE
#define GRADER_COMMON template
#else
#define GRADER_COMMON extern template
#endif

#define GRADER_COMMON_LIST(...) \
    GRADER_COMMON void construct<__VA_ARGS__>(void *); \
    GRADER_COMMON void destroy<__VA_ARGS__>(void *); \
    GRADER_COMMON void add_element<__VA_ARGS__>(void *, void *const *); \
    GRADER_COMMON void visit_elements<__VA_ARGS__>(const void *, grader_visitor *, void *);

namespace grader_inside {

#if defined _GLIBCXX_STRING && _GLIBCXX_USE_CXX11_ABI
GRADER_COMMON void destroy<std::string>(void *);
GRADER_COMMON void set_text<std::string>(void *, const char *, grader_size);
GRADER_COMMON const char *get_text<std::string>(const void *, grader_size *);
#endif
#ifdef _GLIBCXX_VECTOR
GRADER_COMMON_LIST(std::vector<int>)
GRADER_COMMON_LIST(std::vector<char>)
GRADER_COMMON_LIST(std::vector<std::vector<int>>)
GRADER_COMMON_LIST(std::vector<std::vector<char>>)
#if defined _GLIBCXX_STRING && _GLIBCXX_USE_CXX11_ABI
GRADER_COMMON_LIST(std::vector<std::string>)
#endif
#endif

} // namespace grader_inside

#undef GRADER_COMMON
#undef GRADER_COMMON_LIST
