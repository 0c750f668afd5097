# A line of JSON -> plain values, and texts -> JSON. A parser of its own, since `json` would bring a name with it that
# students may want for a class of theirs, and double the time of a start.

module GraderInside
  module Wire
    TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[\[\]{}]|[^\s,:\[\]{}"]+/
    HEAD = /\A\{"id": "(\w+)", "do": "(\w+)"(?:, "state": "(\w+)")?/
    DEPTH_OF_STEPS = 2
    ESCAPE = /\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u....|\\./
    LETTERS = { "n" => "\n", "t" => "\t", "r" => "\r", "b" => "\b", "f" => "\f" }.freeze
    WORDS = { "null" => nil, "true" => true, "false" => false }.freeze
    SPECIAL = /[\x00-\x1f"\\\x7f]/
    ESCAPES = [*0..0x1f, 0x22, 0x5c, 0x7f].to_h { |code| [[code].pack("U"), format("\\u%04x", code)] }.freeze

    class << self
      # The id of a request, what it wants, and the state it wants that in.
      def head(line)
        found = Kept::MATCH.bind_call(HEAD, line)
        task, state = Kept::GROUP.bind_call(found, 2), Kept::GROUP.bind_call(found, 3)
        [Kept::GROUP.bind_call(found, 1), Kept::TO_SYMBOL.bind_call(task), state && Kept::TO_SYMBOL.bind_call(state)]
      end

      # The value of a line. With a block, the steps of a request are handed out one by one instead of being kept: many
      # thousands of them would fill the memory of all forks.
      def parse(line, &step)
        outer, current = [], []
        Kept::SCAN.bind_call(line, TOKEN) do |token|
          case Kept::CUT.bind_call(token, 0)
          when "[", "{"
            Kept::PUSH.bind_call(outer, current)
            current = []
            next
          when "]"
            value = current
            current = Kept::POP.bind_call(outer)
          when "}"
            value = Kept::TO_MAP.bind_call(Hash, *current)
            current = Kept::POP.bind_call(outer)
          when '"' then value = text_of(token)
          else value = word(token)
          end
          if step && Kept::LENGTH.bind_call(outer) == DEPTH_OF_STEPS
            yield value
          else
            Kept::PUSH.bind_call(current, value)
          end
        end
        Kept::AT.bind_call(current, 0)
      end

      # What stands between the quotes of a token.
      def text_of(token)
        text = Kept::CUT.bind_call(token, 1...-1)
        return text unless Kept::INDEX.bind_call(text, "\\")

        Kept::REPLACE.bind_call(text, ESCAPE) { |escape| unescaped(escape) }
      end

      # JSON of a text of ours or of the student's; lone surrogates as they came.
      def quote(text)
        return "\"#{Kept::REPLACE.bind_call(text, SPECIAL, ESCAPES)}\"" if Kept::IS_VALID.bind_call(text)

        written = ""
        Kept::EACH.bind_call(Kept::UNPACK.bind_call(text, "U*")) do |code|
          letter = Kept::PACK.bind_call([code], "U")
          surrogate = code >= 0xd800 && code <= 0xdfff
          letter = surrogate ? "\\u#{Kept::INTEGER_TEXT.bind_call(code, 16)}" : escaped(letter)
          Kept::APPEND.bind_call(written, letter)
        end
        "\"#{written}\""
      end

      # At most so many characters of a text of the student's, made valid where it is not.
      def clean(text, most)
        copy = "#{text}"
        binary = Kept::ENCODING.bind_call(copy) == Encoding::BINARY
        copy = Kept::FORCE.bind_call(copy, Encoding::UTF_8) if binary
        copy = Kept::ENCODE.bind_call(copy, Encoding::UTF_8, invalid: :replace, undef: :replace)
        Kept::CUT.bind_call(Kept::SCRUB.bind_call(copy), 0, most)
      end

      # JSON of the driver's own values: texts, numbers, lists, maps with texts as keys, true, false and nil.
      def write(value)
        case value
        when String then quote(value)
        when Integer then Kept::INTEGER_TEXT.bind_call(value)
        when Array then "[#{joined(value)}]"
        when Hash then "{#{pairs(value)}}"
        when nil then "null"
        else value ? "true" : "false"
        end
      end

      private

      # A number, or one of the words of JSON.
      def word(token)
        return Kept::GET.bind_call(WORDS, token) if Kept::HAS_KEY.bind_call(WORDS, token)

        decimal = Kept::MATCHES.bind_call(/[.eE]/, token)
        decimal ? Kept::TO_FLOAT.bind_call(token) : Kept::TO_INTEGER.bind_call(token)
      end

      def escaped(letter)
        Kept::REPLACE.bind_call(letter, SPECIAL, ESCAPES)
      end

      def joined(values)
        text = ""
        Kept::EACH.bind_call(values) do |value|
          Kept::APPEND.bind_call(text, ",") unless Kept::BYTES.bind_call(text) == 0
          Kept::APPEND.bind_call(text, write(value))
        end
        text
      end

      def pairs(map)
        text = ""
        Kept::EACH_PAIR.bind_call(map) do |key, value|
          Kept::APPEND.bind_call(text, ",") unless Kept::BYTES.bind_call(text) == 0
          Kept::APPEND.bind_call(text, "#{quote(key)}:#{write(value)}")
        end
        text
      end

      def unescaped(escape)
        if Kept::EQUALS.bind_call(Kept::CUT.bind_call(escape, 1), "u")
          first = Kept::TO_INTEGER.bind_call(Kept::CUT.bind_call(escape, 2, 4), 16)
          return Kept::PACK.bind_call([first], "U") if Kept::CHARACTERS.bind_call(escape) == 6

          second = Kept::TO_INTEGER.bind_call(Kept::CUT.bind_call(escape, 8, 4), 16)
          return Kept::PACK.bind_call([0x10000 + ((first - 0xd800) << 10) + (second - 0xdc00)], "U")
        end
        letter = Kept::CUT.bind_call(escape, 1)
        Kept::GET.bind_call(LETTERS, letter) || letter
      end
    end
    freeze
  end
end
