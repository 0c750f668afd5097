# Values of the student's -> JSON, within the bounds of a reply; values of a request -> Ruby. Of the student's methods
# only text forms run.

module GraderInside
  DEEPEST = 50
  MOST_ITEMS = 100_000
  MOST_TEXT = 1_000_000
  LONGEST_TEXT = 2_000
  EXACT = 2**53

  # Writes one value, and counts what it writes. `members` leads from the values of enumerations, which are told apart by
  # identity, to the names of their type and of themselves; `texts` says that a text without a known encoding is one.
  class Encoder
    KINDS = {
      NilClass => :null, TrueClass => :true, FalseClass => :false, Integer => :integer, Float => :real, String => :string,
      Array => :list, Hash => :map, Symbol => :symbol, Proc => :function, Method => :function, UnboundMethod => :function,
      Class => :type, Module => :type
    }.compare_by_identity.freeze
    REAL = { "NaN" => "nan", "Infinity" => "inf", "-Infinity" => "-inf", "-0.0" => "-0.0" }.freeze
    # What the runtime brings: values of these classes are no objects of the student's.
    BEFORE = ObjectSpace.each_object(Class).to_h { |type| [type, true] }.compare_by_identity.freeze

    def initialize(members, texts)
      @members = members
      @texts = texts
      @items = MOST_ITEMS
      @text = MOST_TEXT
      @path = Kept::BY_IDENTITY.bind_call({})
    end

    def write(value, depth = 0)
      kind = Kept::CLASS_OF.bind_call(value)
      case Kept::GET.bind_call(KINDS, kind)
      when :null then "null"
      when :true then "true"
      when :false then "false"
      when :integer then integer(value)
      when :real then real(value)
      when :string then string(value)
      else compound(kind, value, depth)
      end
    end

    private

    def compound(kind, value, depth)
      member = Kept::GET.bind_call(@members, value)
      return "{\"enum\":#{Wire.write(member)}}" if member
      return other("nested too deep", "...") if depth >= DEEPEST
      return other("cycle", "a value that contains itself") if Kept::HAS_KEY.bind_call(@path, value)

      Kept::SET.bind_call(@path, value, true)
      text = contents(kind, value, depth + 1)
      Kept::DELETE.bind_call(@path, value)
      text
    end

    def contents(kind, value, depth)
      case Kept::GET.bind_call(KINDS, kind)
      when :list then "[#{each(value, depth)}]"
      when :map then "{\"map\":[#{pairs(value, depth)}]}"
      when :symbol then object(kind, Wire.clean(Kept::SYMBOL_TEXT.bind_call(value), LONGEST_TEXT))
      when :function then other("function", "something that can be called")
      when :type then other("class", Names.of(value))
      else
        items = SetOf.items(kind, value)
        items ? "{\"set\":[#{each(items, depth)}]}" : foreign(kind, value)
      end
    end

    # Values of other classes. Only the real class counts: what `class` says may be a lie.
    def foreign(kind, value)
      return other(Names.of(kind), Texts.form(kind, value)) if Kept::HAS_KEY.bind_call(BEFORE, kind)

      object(kind, Texts.form(kind, value))
    end

    def object(kind, text)
      @text -= Kept::CHARACTERS.bind_call(text)
      return other("too large", "...") if @text < 0

      "{\"object\":#{Wire.quote(Names.of(kind))},\"text\":#{Wire.quote(text)}}"
    end

    def each(items, depth)
      written = ""
      Kept::EACH.bind_call(items) do |item|
        @items -= 1
        text = @items < 0 ? other("too large", "...") : write(item, depth)
        Kept::APPEND.bind_call(written, Kept::BYTES.bind_call(written) == 0 ? text : ",#{text}")
        break if @items < 0
      end
      written
    end

    def pairs(map, depth)
      written = ""
      Kept::EACH_PAIR.bind_call(map) do |key, value|
        text = "[#{each([key, value], depth)}]"
        text = "[#{other("too large", "...")},null]" if @items < 0
        Kept::APPEND.bind_call(written, Kept::BYTES.bind_call(written) == 0 ? text : ",#{text}")
        break if @items < 0
      end
      written
    end

    def integer(value)
      return Kept::INTEGER_TEXT.bind_call(value) if value >= -EXACT && value <= EXACT

      digits = Kept::BITS.bind_call(value) < 13_300 ? Kept::INTEGER_TEXT.bind_call(value) : ""
      length = Kept::BYTES.bind_call(digits) - (value < 0 ? 1 : 0)
      return "{\"int\":\"#{digits}\"}" if length > 0 && length <= 4_000

      other("Integer", "an integer of more than 4,000 digits")
    end

    def real(value)
      text = Kept::FLOAT_TEXT.bind_call(value)
      named = Kept::GET.bind_call(REAL, text)
      named ? "{\"float\":\"#{named}\"}" : text
    end

    # Bytes are texts in the encoding BINARY, and so is what `pack` makes of characters.
    def string(value)
      @text -= Kept::CHARACTERS.bind_call(value)
      return other("String", "a text that is too long") if @text < 0

      encoding = Kept::ENCODING.bind_call(value)
      if encoding == Encoding::BINARY
        text = Kept::FORCE.bind_call("#{value}", Encoding::UTF_8)
        return Wire.quote(text) if @texts && Kept::IS_VALID.bind_call(text)

        return "{\"bytes\":\"#{Kept::PACK.bind_call([value], "m0")}\"}"
      end
      Wire.quote(encoding == Encoding::UTF_8 ? value : Kept::ENCODE.bind_call(value, Encoding::UTF_8))
    rescue ArgumentError, EncodingError
      other("String", "a text that is not valid in its encoding")
    end

    def other(what, text)
      "{\"other\":#{Wire.quote(what)},\"text\":#{Wire.quote(text)}}"
    end

    freeze
  end

  # Names of classes, whatever they say of themselves.
  module Names
    class << self
      def of(type)
        name = Kept::NAME.bind_call(type)
        return "nameless" unless name

        Kept::CUT.bind_call(Wire.clean(name, 200), /[^:]*\z/)
      end
    end
    freeze
  end

  # The sets of the library, which comes only when it is asked for.
  module SetOf
    class << self
      # The items of a set, or nil for all else.
      def items(kind, value)
        return nil unless kind == known

        Kept::KEYS.bind_call(Kept::INSTANCE_VARIABLE.bind_call(value, :@hash))
      end

      def new(items)
        Kept::REQUIRE.bind_call(self, "set")
        Kept::NEW.bind_call(known, items)
      end

      private

      # The class that the library defines, not one of the student's under its name.
      def known
        file, = Kept::CONSTANT_PLACE.bind_call(Object, :Set)
        file && Kept::ENDS_WITH.bind_call(file, "/set.rb") ? Kept::CONSTANT.bind_call(Object, :Set) : false
      end
    end
    freeze
  end

  # Text forms of the student's objects.
  module Texts
    class << self
      # Empty if the object has none of its own or it fails.
      def form(kind, value)
        own = Kept::INSTANCE_METHOD.bind_call(kind, :to_s)
        own = Kept::INSTANCE_METHOD.bind_call(kind, :inspect) if of_every_object?(own)
        return "" if of_every_object?(own)

        text = own.bind_call(value)
        String === text ? Wire.clean(text, LONGEST_TEXT) : ""
      rescue Exception
        ""
      end

      private

      def of_every_object?(method)
        owner = method.owner
        owner == Kernel || owner == Object
      end
    end
    freeze
  end

  # Arguments, as a request describes them.
  module Arguments
    class << self
      # The Ruby value that a request describes; `names` holds what earlier steps left, `enums` the enumerations.
      def build(wire, names, enums)
        case wire
        when Array
          items = []
          Kept::EACH.bind_call(wire) { |item| Kept::PUSH.bind_call(items, build(item, names, enums)) }
          items
        when Hash
          tag, body = Kept::AT.bind_call(Kept::PAIRS.bind_call(wire), 0)
          tagged(tag, body, names, enums)
        else wire
        end
      end

      # The first name in the arguments under which nothing was left, or nil.
      def missing_reference(wire, names)
        case wire
        when Array
          Kept::EACH.bind_call(wire) { |item| (missing = missing_reference(item, names)) && (return missing) }
          nil
        when Hash
          name = Kept::GET.bind_call(wire, "ref")
          return missing_reference(Kept::VALUES.bind_call(wire), names) unless name

          Kept::HAS_KEY.bind_call(names, name) ? nil : name
        end
      end

      private

      def tagged(tag, body, names, enums)
        case tag
        when "ref" then Kept::GET.bind_call(names, body)
        when "int" then Kept::TO_INTEGER.bind_call(body)
        when "float" then real(body)
        when "bytes" then Kept::AT.bind_call(Kept::UNPACK.bind_call(body, "m"), 0)
        when "enum" then enums.member(Kept::AT.bind_call(body, 0), Kept::AT.bind_call(body, 1))
        when "set" then SetOf.new(build(body, names, enums))
        when "map"
          map = {}
          Kept::EACH.bind_call(build(body, names, enums)) { |key, value| Kept::SET.bind_call(map, key, value) }
          map
        else build(body, names, enums)
        end
      end

      def real(name)
        case name
        when "nan" then Float::NAN
        when "inf" then Float::INFINITY
        when "-inf" then -Float::INFINITY
        else -0.0
        end
      end
    end
    freeze
  end
end
