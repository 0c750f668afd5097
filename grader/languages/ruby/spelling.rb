# Names that are asked for, names that are there -> the one that is meant.

module GraderInside
  module Spelling
    PREFIX = /\A(?:is|has)_?(?=.)/i

    class << self
      # The first of the names that is there, else one that differs only in case, underscores, `?` and `!`.
      def find(names, there)
        Kept::EACH.bind_call(names) { |name| return name if Kept::HAS.bind_call(there, name) }
        wanted, asking = [], []
        Kept::EACH.bind_call(names) do |name|
          Kept::PUSH.bind_call(wanted, plain(name))
          Kept::PUSH.bind_call(asking, plain(Kept::REPLACE.bind_call(name, PREFIX, "")))
        end
        Kept::EACH.bind_call(there) do |name|
          return name if Kept::HAS.bind_call(wanted, plain(name))
        end
        # `won?` is how Ruby writes `has_won`.
        Kept::EACH.bind_call(there) do |name|
          return name if Kept::ENDS_WITH.bind_call(name, "?") && Kept::HAS.bind_call(asking, plain(name))
        end
        nil
      end

      def texts(symbols)
        texts = []
        Kept::EACH.bind_call(symbols) { |symbol| Kept::PUSH.bind_call(texts, Kept::SYMBOL_TEXT.bind_call(symbol)) }
        texts
      end

      private

      def plain(name)
        Kept::DOWNCASE.bind_call(Kept::REPLACE.bind_call(name, /_|[?!]\z/, ""))
      end
    end
    freeze
  end
end
