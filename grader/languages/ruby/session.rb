# Steps of a request -> replies: calls functions, makes objects and calls their methods, in one state.

module GraderInside
  class Session
    def initialize(lookup, main, texts)
      @lookup = lookup
      @main = main
      @texts = texts
      @names = {}
      @instances = Kept::BY_IDENTITY.bind_call({})
    end

    # The reply to one step, without its head.
    def reply(step)
      variable = Kept::POP.bind_call(step)
      arguments = Kept::POP.bind_call(step)
      missing = Arguments.missing_reference(arguments, @names)
      return missing(missing) if missing

      target, missing = target_of(step)
      return missing(missing) if missing

      values = Arguments.build(arguments, @names, @lookup.enums)
      result, failure = call(target, values)
      return failure if failure

      Kept::SET.bind_call(@names, variable, result) if variable
      "\"value\":#{Kept::NEW.bind_call(Encoder, @lookup.enums.members, @texts).write(result)}"
    rescue Exception => error
      "\"raised\":#{Faults.describe(error)}"
    end

    private

    def missing(name)
      "\"missing\":#{Wire.quote(name)}"
    end

    # What the step calls, or nil and the name that is missing.
    def target_of(step)
      kind, name, method = step
      case kind
      when "call" then target_of_function(name)
      when "new" then target_of_class(name)
      else target_of_method(name, method)
      end
    end

    def target_of_function(name)
      place = Kept::GET.bind_call(@lookup.functions, name)
      return [nil, name] unless place

      symbol = Kept::TO_SYMBOL.bind_call(place.name)
      case place.kind
      when :top then [Kept::INSTANCE_METHOD.bind_call(Object, symbol).bind(@main), nil]
      when :main then [Kept::METHOD.bind_call(@main, symbol), nil]
      when :constant then [@lookup.module_named(place.name), nil]
      when :singleton then [Kept::METHOD.bind_call(@lookup.module_named(place.owner), symbol), nil]
      else [Kept::METHOD.bind_call(instance(@lookup.module_named(place.owner)), symbol), nil]
      end
    end

    # The object whose method a function is: one for all calls in this state.
    def instance(owner)
      known = Kept::GET.bind_call(@instances, owner)
      return known if known

      made =
        if Class === owner
          Kept::CALL_METHOD.bind_call(Kept::METHOD.bind_call(owner, :new))
        else
          Kept::EXTEND.bind_call(Kept::NEW.bind_call(Object), owner)
        end
      Kept::SET.bind_call(@instances, owner, made)
      made
    end

    def target_of_class(name)
      type = Kept::GET.bind_call(@lookup.classes, name)
      type ? [Kept::METHOD.bind_call(type, :new), nil] : [nil, name]
    end

    def target_of_method(name, method)
      return [nil, name] unless Kept::HAS_KEY.bind_call(@names, name)

      value = Kept::GET.bind_call(@names, name)
      found = @lookup.method_of(Kept::CLASS_OF.bind_call(value), method)
      return [nil, method] unless found

      [Kept::METHOD.bind_call(value, Kept::TO_SYMBOL.bind_call(found)), nil]
    end

    # What the call gives, or nil and why it can't be made like that.
    def call(target, values)
      is_proc = Proc === target
      [is_proc ? Kept::CALL.bind_call(target, *values) : Kept::CALL_METHOD.bind_call(target, *values), nil]
    rescue ArgumentError => error
      unfit = Fit.objection(target, Kept::LENGTH.bind_call(values))
      [nil, unfit ? "\"unfit\":#{Wire.quote(unfit)}" : "\"raised\":#{Faults.describe(error)}"]
    end

    freeze
  end

  # Whether something can be called with so many arguments; only asked when a call has failed.
  module Fit
    class << self
      # Why it can't be, for a student; nil if it can.
      def objection(target, given)
        name, parameters = signature(target)
        named, least, most = counts(parameters)
        return "`#{name}` wants named arguments (`#{named}:`), and is called without names" if named
        return nil if given >= least && (most == nil || given <= most)

        wanted = most == least ? "#{least}" : most ? "#{least} to #{most}" : "at least #{least}"
        plural = wanted == "1" ? "argument" : "arguments"
        "`#{name}` takes #{wanted} #{plural}, and #{given} #{given == 1 ? "is" : "are"} given"
      end

      private

      def signature(target)
        return ["the function", Kept::PROC_PARAMETERS.bind_call(target)] if Proc === target

        owner = Kept::METHOD_OWNER.bind_call(target)
        return [Kept::METHOD_NAME.bind_call(target), Kept::METHOD_PARAMETERS.bind_call(target)] unless owner == Class

        type = Kept::METHOD_RECEIVER.bind_call(target)
        ["#{Names.of(type)}.new", Kept::INSTANCE_METHOD.bind_call(type, :initialize).parameters]
      end

      # The first argument that must be named, the least number of arguments, and the most (nil for any).
      def counts(parameters)
        named, least, most = nil, 0, 0
        Kept::EACH.bind_call(parameters) do |kind, name|
          case kind
          when :req then least += 1
          when :rest then most = nil
          when :keyreq then named ||= name
          end
          most += 1 if most && (kind == :req || kind == :opt)
        end
        [named, least, most]
      end
    end
    freeze
  end
end
