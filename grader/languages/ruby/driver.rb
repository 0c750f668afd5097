# Requests on one descriptor -> replies on another, with the student's Ruby code in between.
#
# Runs inside the sandbox, beside the student's code (see PROTOCOL.md). It loads the code once and forks for each fresh
# state: the fork has everything as it was just after loading. A fork takes about 1 ms, so a step that has a state of
# its own costs that much, and a request of thousands of steps in one state pays it once.

%w[kept wire spelling values faults lookup session fresh libraries].each { |part| require_relative part }

module GraderInside
  class Driver
    def initialize(main, requests, replies, texts)
      @main = main
      @lines = Lines.new(requests)
      @channel = Channel.new(replies)
      @texts = texts
      @lookup = nil
      @child = nil
    end

    # Answers requests until there are no more.
    def serve
      while (line = @lines.next)
        id, task, state = Wire.head(line)
        case task
        when :load then @channel.send(id, load(Wire.parse(line)))
        else run(id, state, line)
        end
      end
      @channel.flush
      Kept::LEAVE.bind_call(Process, 0)
    end

    private

    # Runs the student's file; the reply without its head.
    def load(request)
      path = Kept::GET.bind_call(request, "main")
      source = Wire.clean(File.read(path), 1_000_000)
      failure = refusal(path, source)
      return failure if failure

      Libraries.supply(Kept::GET.bind_call(request, "prelude"))
      supply_data(path)
      raised = nil
      begin
        Kept::LOAD.bind_call(Kernel, "#{Faults::FOLDER}#{path}")
      rescue Exception => error
        raised = Faults.describe(error)
      end
      @lookup = Kept::NEW.bind_call(Lookup, request, @main, source)
      told = "\"loaded\":#{Wire.write(@lookup.told)}"
      raised ? "\"raised\":#{raised},#{told}" : told
    end

    # Why the file is no Ruby, as a reply without its head; nil if it is.
    def refusal(path, source)
      RubyVM::InstructionSequence.compile_file("#{Faults::FOLDER}#{path}")
      nil
    rescue Exception => error
      "\"refused\":#{Faults.refusal(error, path, source)}"
    end

    # What stands below `__END__` is there as `DATA`, as in a file that Ruby starts itself.
    def supply_data(path)
      at = File.binread(path).match(/^__END__\r?\n/n)&.end(0)
      return unless at

      data = File.open(path)
      data.seek(at)
      Object.const_set(:DATA, data)
    end

    def run(id, state, line)
      case state
      when :each
        end_child
        return Fresh.each_step(@channel, id, line) { |step| session.reply(step) }
      when :new then end_child
      end
      if @child
        @child.ask(line)
      else
        @child = child(line)
      end
      ended = @child.wait
      return unless ended

      @channel.reply(id, 0, ended)
      end_child
    end

    def end_child
      @child.end if @child
      @child = nil
    end

    def session
      Kept::NEW.bind_call(Session, @lookup, @main, @texts)
    end

    def child(line)
      state = session
      Kept::NEW.bind_call(Child, @channel, line) { |given| answer(state, given) }
    end

    def answer(state, line)
      id, = Wire.head(line)
      number = 0
      Wire.parse(line) do |step|
        @channel.reply(id, number, state.reply(step))
        number += 1
      end
    end

    freeze
  end

  freeze
end

unless File.file?("../.inside")
  warn "this is meant for the inside of a sandbox"
  exit! 125
end

# The student's code may use any name, ours too: what is loaded already needs it no more.
driver = lambda do |inside, requests, replies, texts|
  Object.send(:remove_const, :GraderInside)
  open_stream = ->(number, mode) { IO.for_fd(Integer(number), mode, autoclose: false) }
  streams = [open_stream[requests, "rb"], open_stream[replies, "wb"].tap { |stream| stream.sync = true }]
  inside::Driver.new(self, *streams, texts == "texts")
end.call(GraderInside, *ARGV)
ARGV.clear
driver.serve
