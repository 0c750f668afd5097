# Core methods as they are before the student's code is loaded -> calls that no later change of a core class reaches.
#
# In Ruby a student can redefine any method of any class, often without meaning to: a helper `def equal?(a, b)` at top
# level changes every object there is. So the driver calls core methods by `Kept::X.bind_call(receiver, ...)`, and
# `UnboundMethod`, by which it does so, is frozen.

module GraderInside
  module Kept
    of = ->(owner, name) { owner.instance_method(name) }
    at = ->(object, name) { object.singleton_class.instance_method(name) }

    CLASS_OF = of[Kernel, :class]
    INSTANCE_VARIABLE = of[Kernel, :instance_variable_get]
    IS_A = of[Kernel, :is_a?]
    EXTEND = of[Kernel, :extend]
    METHOD = of[Kernel, :method]
    SINGLETON_METHODS = of[Kernel, :singleton_methods]

    NEW = of[Class, :new]
    CONSTANT = of[Module, :const_get]
    CONSTANTS = of[Module, :constants]
    CONSTANT_PLACE = of[Module, :const_source_location]
    INSTANCE_METHOD = of[Module, :instance_method]
    INSTANCE_METHODS = of[Module, :instance_methods]
    PRIVATE_METHODS = of[Module, :private_instance_methods]
    NAME = of[Module, :name]

    CALL_METHOD = of[Method, :call]
    METHOD_NAME = of[Method, :name]
    METHOD_RECEIVER = of[Method, :receiver]
    METHOD_OWNER = of[Method, :owner]
    METHOD_PARAMETERS = of[Method, :parameters]
    CALL = of[Proc, :call]
    PROC_PARAMETERS = of[Proc, :parameters]
    IS_LAMBDA = of[Proc, :lambda?]

    AT = of[Array, :[]]
    EACH = of[Array, :each]
    COLLECT = of[Array, :map]
    SORT = of[Array, :sort]
    HAS = of[Array, :include?]
    LENGTH = of[Array, :length]
    PACK = of[Array, :pack]
    PUSH = of[Array, :push]
    POP = of[Array, :pop]
    REVERSE = of[Array, :reverse]

    GET = of[Hash, :[]]
    SET = of[Hash, :[]=]
    DELETE = of[Hash, :delete]
    EACH_PAIR = of[Hash, :each_pair]
    HAS_KEY = of[Hash, :key?]
    KEYS = of[Hash, :keys]
    TO_MAP = at[Hash, :[]]
    PAIRS = of[Hash, :to_a]
    VALUES = of[Hash, :values]
    BY_IDENTITY = of[Hash, :compare_by_identity]

    APPEND = of[String, :<<]
    CUT = of[String, :[]]
    DOWNCASE = of[String, :downcase]
    ENCODE = of[String, :encode]
    ENCODING = of[String, :encoding]
    EQUALS = of[String, :==]
    FORCE = of[String, :force_encoding]
    INDEX = of[String, :index]
    IS_ASCII = of[String, :ascii_only?]
    IS_VALID = of[String, :valid_encoding?]
    BYTES = of[String, :bytesize]
    CHARACTERS = of[String, :length]
    ENDS_WITH = of[String, :end_with?]
    REPLACE = of[String, :gsub]
    SCRUB = of[String, :scrub]
    SCAN = of[String, :scan]
    SPLIT = of[String, :split]
    STARTS_WITH = of[String, :start_with?]
    TO_FLOAT = of[String, :to_f]
    TO_INTEGER = of[String, :to_i]
    UNPACK = of[String, :unpack]
    MATCH = of[Regexp, :match]
    MATCHES = of[Regexp, :match?]
    GROUP = of[MatchData, :[]]
    SYMBOL_TEXT = of[Symbol, :to_s]
    TO_SYMBOL = of[String, :to_sym]

    BITS = of[Integer, :bit_length]
    INTEGER_TEXT = of[Integer, :to_s]
    FLOAT_TEXT = of[Float, :to_s]

    FRAMES = of[Exception, :backtrace_locations]
    FRAME_TEXTS = of[Exception, :backtrace]
    FRAME_PATH = of[Thread::Backtrace::Location, :absolute_path]
    FRAME_LINE = of[Thread::Backtrace::Location, :lineno]
    FRAME_NAME = of[Thread::Backtrace::Location, :base_label]

    FLUSH = of[IO, :flush]
    READ = of[IO, :readpartial]
    READ_SOME = of[IO, :read_nonblock]
    WRITE = of[IO, :write]
    CLOSE = of[IO, :close]
    SET_SYNC = of[IO, :sync=]
    PIPE = at[IO, :pipe]
    SELECT = at[IO, :select]

    FORK = at[Process, :fork]
    KILL = at[Process, :kill]
    LEAVE = at[Process, :exit!]
    NEW_GROUP = at[Process, :setpgid]
    WAIT = at[Process, :wait2]
    HAS_EXITED = of[Process::Status, :exited?]
    EXIT_CODE = of[Process::Status, :exitstatus]
    SIGNAL = of[Process::Status, :termsig]
    SLEEP = at[Kernel, :sleep]
    RAISE = at[Kernel, :raise]
    LOAD = at[Kernel, :load]
    REQUIRE = of[Kernel, :require]

    UnboundMethod.freeze
  end
end
