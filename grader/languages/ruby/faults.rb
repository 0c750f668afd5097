# What the student's code raised -> JSON, with the lines of the student's own files.

module GraderInside
  module Faults
    LONGEST_MESSAGE = 2_000
    MOST_FRAMES = 20
    FRAME = /\A(.+?):(\d+)(?::in [`'](?:block .*? in )?(.*)')?\z/
    FOLDER = "#{Dir.pwd}/".freeze
    SYNTAX = /\A(?:.*?):(\d+): (.*)$/

    class << self
      # The JSON of a raised error; its class and its methods may be the student's.
      def describe(error)
        Wire.write(
          "type" => Names.of(Kept::CLASS_OF.bind_call(error)),
          "message" => message(error),
          "trace" => shortened(trace(error)),
          "memory" => Kept::IS_A.bind_call(error, NoMemoryError)
        )
      end

      # The JSON of why a file is no Ruby.
      def refusal(error, path, source)
        text = message(error)
        found = Kept::MATCH.bind_call(SYNTAX, text)
        line = found && Kept::TO_INTEGER.bind_call(Kept::GROUP.bind_call(found, 1))
        said = found ? Kept::GROUP.bind_call(found, 2) : Kept::CUT.bind_call(text, /\A.*$/)
        shown = line && Kept::AT.bind_call(Kept::SPLIT.bind_call(source, /\r?\n/), line - 1)
        Wire.write("message" => said, "file" => path, "line" => line, "column" => column(text), "source" => shown)
      end

      # Whether a file is one of the student's.
      def own?(path)
        path && Kept::STARTS_WITH.bind_call(path, FOLDER)
      end

      private

      # Where the caret stands under the line that is shown.
      def column(text)
        _, _, caret = Kept::SPLIT.bind_call(text, "\n")
        at = caret && Kept::INDEX.bind_call(caret, "^")
        at && at + 1
      end

      def message(error)
        text = error.message
        return "" unless String === text

        Kept::REPLACE.bind_call(Wire.clean(text, LONGEST_MESSAGE), FOLDER, "")
      rescue Exception
        ""
      end

      # Frames of the student's, outermost first.
      def trace(error)
        own = []
        frames = Kept::FRAMES.bind_call(error)
        return trace_in_words(error) unless frames

        Kept::EACH.bind_call(frames) do |frame|
          path = Kept::FRAME_PATH.bind_call(frame)
          next unless own?(path)

          Kept::PUSH.bind_call(own, shown(path, Kept::FRAME_LINE.bind_call(frame), Kept::FRAME_NAME.bind_call(frame)))
        end
        Kept::REVERSE.bind_call(own)
      end

      # Of an error that was raised with a trace of the student's own making.
      def trace_in_words(error)
        own = []
        Kept::EACH.bind_call(Kept::FRAME_TEXTS.bind_call(error) || []) do |text|
          found = Kept::MATCH.bind_call(FRAME, text)
          next unless found && own?(Kept::GROUP.bind_call(found, 1))

          line = Kept::TO_INTEGER.bind_call(Kept::GROUP.bind_call(found, 2))
          Kept::PUSH.bind_call(own, shown(Kept::GROUP.bind_call(found, 1), line, Kept::GROUP.bind_call(found, 3) || ""))
        end
        Kept::REVERSE.bind_call(own)
      rescue ArgumentError, TypeError, EncodingError
        []
      end

      def shown(path, line, name)
        file = Kept::CUT.bind_call(path, Kept::CHARACTERS.bind_call(FOLDER)..-1)
        top = Kept::STARTS_WITH.bind_call(name, "<top")
        { "file" => Wire.clean(file, 200), "line" => line, "function" => top ? "<main>" : Wire.clean(name, 200) }
      end

      # The last lines count most, the first say how it began.
      def shortened(trace)
        return trace if Kept::LENGTH.bind_call(trace) <= MOST_FRAMES

        [*Kept::AT.bind_call(trace, 0, 2), *Kept::AT.bind_call(trace, -(MOST_FRAMES - 2), MOST_FRAMES - 2)]
      end
    end
    freeze
  end
end
