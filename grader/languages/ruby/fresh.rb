# A loaded driver -> forks of it: one for each state, with everything as it was just after loading.

# `Process.wait` of Ruby 3.0 and 3.1 asks `nil` for a scheduler, and is led astray by a student's `nil.method_missing`.
class NilClass
  def respond_to_missing?(*) = false
end

module GraderInside
  # The channel, and what all processes of the driver do with it. A copy that the student's code forked is none of them.
  class Channel
    def initialize(replies)
      @replies = replies
      @output = $stdout
      @errors = $stderr
      own
    end

    # From now on this process is the one that may speak.
    def own
      @process = $$
    end

    def flush
      Kept::EACH.bind_call([@output, @errors, $stdout, $stderr]) do |stream|
        Kept::FLUSH.bind_call(stream) if IO === stream
      rescue Exception
        nil
      end
    end

    # One whole line, after everything that was printed before.
    def send(id, text)
      Kept::LEAVE.bind_call(Process, 0) unless @process == $$
      flush
      Kept::WRITE.bind_call(@replies, "{\"id\":#{Wire.quote(id)},#{text}}\n")
    end

    # The same for a reply to a step.
    def reply(id, number, text)
      send(id, "\"n\":#{Kept::INTEGER_TEXT.bind_call(number)},#{text}")
    end

    freeze
  end

  # Whole lines from a descriptor.
  class Lines
    def initialize(stream)
      @stream = stream
      @rest = ""
    end

    # The next line, nil at the end.
    def next
      until (found = Kept::INDEX.bind_call(@rest, "\n"))
        Kept::APPEND.bind_call(@rest, Kept::READ.bind_call(@stream, 1 << 16))
      end
      line = Kept::CUT.bind_call(@rest, 0, found)
      @rest = Kept::CUT.bind_call(@rest, found + 1..-1)
      line
    rescue EOFError
      nil
    end

    freeze
  end

  module Fresh
    NOWHERE = File.open(File::NULL, "w")

    class << self
      # Does each step in a fork of its own; stops at the first that does not come to its end.
      def each_step(channel, id, line)
        done, doing = Kept::PIPE.bind_call(IO)
        number = 0
        Wire.parse(line) do |step|
          process = fork(channel) do
            channel.reply(id, number, yield(step))
            Kept::WRITE.bind_call(doing, ".")
            Kept::FLUSH.bind_call(doing)
          end
          _, status = Kept::WAIT.bind_call(Process, process)
          end_group(process)
          unless came?(done)
            channel.reply(id, number, end_of(status))
            break
          end
          number += 1
        end
        Kept::CLOSE.bind_call(done)
        Kept::CLOSE.bind_call(doing)
      end

      # A process that does what the block does, and leads a group of its own.
      def fork(channel)
        channel.flush
        streams = [$stdout, $stderr]
        # A fork flushes these itself, and fails if the student closed them or put something else in their place.
        $stdout = $stderr = NOWHERE
        process = Kept::FORK.bind_call(Process) do
          $stdout, $stderr = streams
          Kept::NEW_GROUP.bind_call(Process, 0, 0)
          channel.own
          yield
        ensure
          Kept::LEAVE.bind_call(Process, 0)
        end
        $stdout, $stderr = streams
        process
      end

      # Whether a byte is waiting.
      def came?(stream)
        text = Kept::READ_SOME.bind_call(stream, 1, exception: false)
        String === text
      end

      # How a fork ended that did not do its work, as a reply without its head.
      def end_of(status)
        has_exited = Kept::HAS_EXITED.bind_call(status)
        how = has_exited ? { "exit" => Kept::EXIT_CODE.bind_call(status) } : { "signal" => Kept::SIGNAL.bind_call(status) }
        "\"ended\":#{Wire.write(how)}"
      end

      # Ends what a fork left behind, so that nothing of it speaks in a later request.
      def end_group(process)
        Kept::KILL.bind_call(Process, :KILL, -process)
      rescue SystemCallError
        nil
      end
    end
    freeze
  end

  # A fork that holds one state: further requests are handed on to it.
  class Child
    LOOK_S = 0.05
    PAUSE_S = 0.005

    # The block answers a request, the line that is given first.
    def initialize(channel, first)
      down, @down = Kept::PIPE.bind_call(IO)
      @up, up = Kept::PIPE.bind_call(IO)
      Kept::SET_SYNC.bind_call(@down, true)
      Kept::SET_SYNC.bind_call(up, true)
      @process = @group = Fresh.fork(channel) do
        Kept::CLOSE.bind_call(@down)
        Kept::CLOSE.bind_call(@up)
        each_line(first, down) do |line|
          yield line
          Kept::WRITE.bind_call(up, ".")
        end
      end
      Kept::CLOSE.bind_call(down)
      Kept::CLOSE.bind_call(up)
    end

    # Hands on a request.
    def ask(line)
      Kept::WRITE.bind_call(@down, "#{line}\n")
    rescue SystemCallError
      nil
    end

    # Waits for the end of a request: nil when it was answered in full, else how the fork ended.
    def wait
      while true
        Kept::SELECT.bind_call(IO, [@up], nil, nil, LOOK_S)
        return nil if Fresh.came?(@up)

        process, status = Kept::WAIT.bind_call(Process, @process, Process::WNOHANG)
        if process
          @process = nil
          return Fresh.end_of(status)
        end
        Kept::SLEEP.bind_call(Kernel, PAUSE_S)
      end
    end

    def end
      Kept::CLOSE.bind_call(@down)
      Kept::CLOSE.bind_call(@up)
      Fresh.end_group(@group)
      Kept::WAIT.bind_call(Process, @process) if @process
    end

    private

    def each_line(first, stream)
      yield first
      lines = Kept::NEW.bind_call(Lines, stream)
      while (line = lines.next)
        yield line
      end
    end

    freeze
  end
end
