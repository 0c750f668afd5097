# What the task asks for and the student's code, loaded -> where each member is, and the reply to `load`.

module GraderInside
  # Where a function was found: `kind` is :top, :main, :constant, :singleton or :instance.
  Place = Struct.new(:kind, :owner, :name)
  Place.freeze

  class Lookup
    MOST_OFFERS = 20
    MOST_NOTES = 20
    DEEPEST_MODULE = 4

    attr_reader :functions, :classes, :enums

    def initialize(request, main, source)
      @request = request
      @main = main
      @source = source
      @functions = {}
      @classes = {}
      @spellings = {}
      @notes = []
      @modules = {}
      @top = top_names
      @enums = Kept::NEW.bind_call(Enums)
      collect(Object, "", 0)
      @class_names = names_of { |value| Class === value }
    end

    # Looks everything up; the reply as plain values.
    def told
      functions, classes, enums = {}, {}, {}
      each_asked("functions") { |asked, name| Kept::SET.bind_call(functions, name, function(asked, name)) }
      each_asked("classes") { |asked, name| Kept::SET.bind_call(classes, name, type(asked, name)) }
      each_asked("enums") { |asked, name| Kept::SET.bind_call(enums, name, enumeration(asked, name)) }
      offers = Kept::AT.bind_call([*@top, *@class_names], 0, MOST_OFFERS)
      notes = Kept::AT.bind_call(@notes, 0, MOST_NOTES)
      { "functions" => functions, "classes" => classes, "enums" => enums, "offers" => offers, "notes" => notes }
    end

    # How the class of this object calls the method that was asked for, or nil.
    def method_of(kind, asked)
      names = Kept::GET.bind_call(@spellings, asked) || [asked]
      Spelling.find(names, public_names(kind)) || Spelling.find(names, private_names(kind))
    end

    # The value of one of the student's constants.
    def module_named(name)
      Kept::GET.bind_call(@modules, name)
    end

    private

    def each_asked(what)
      Kept::EACH.bind_call(Kept::GET.bind_call(@request, what)) { |asked| yield asked, Kept::GET.bind_call(asked, "name") }
    end

    def names(asked)
      Kept::GET.bind_call(asked, "names")
    end

    def note(text)
      Kept::PUSH.bind_call(@notes, text)
    end

    def note_spelling(found, asked)
      return if Kept::HAS.bind_call(names(asked), found)

      note("Used `#{found}`, as `#{Kept::AT.bind_call(names(asked), 0)}` was asked for.")
    end

    # --- what is there ---

    # Names of what the student wrote at top level.
    def top_names
      all = [*Kept::PRIVATE_METHODS.bind_call(Object, false), *Kept::INSTANCE_METHODS.bind_call(Object, false)]
      own = []
      Kept::EACH.bind_call(all) do |name|
        file, line = Kept::INSTANCE_METHOD.bind_call(Object, name).source_location
        Kept::PUSH.bind_call(own, [line, name]) if Faults.own?(file)
      end
      in_order = Kept::SORT.bind_call(own) { |(one, _), (other, _)| one <=> other }
      Spelling.texts(Kept::COLLECT.bind_call(in_order) { |_, name| name })
    end

    # The student's constants, those inside of modules and classes too: the outer ones first.
    def collect(owner, prefix, depth)
      inner = []
      Kept::EACH.bind_call(Kept::CONSTANTS.bind_call(owner, false)) do |symbol|
        file, = Kept::CONSTANT_PLACE.bind_call(owner, symbol, false)
        next unless Faults.own?(file)

        name = "#{prefix}#{Kept::SYMBOL_TEXT.bind_call(symbol)}"
        value = Kept::CONSTANT.bind_call(owner, symbol, false)
        Kept::SET.bind_call(@modules, name, value)
        Kept::PUSH.bind_call(inner, [value, name]) if Module === value && depth < DEEPEST_MODULE
      end
      Kept::EACH.bind_call(inner) { |value, name| collect(value, "#{name}::", depth + 1) }
    end

    # Names of those constants for which the block holds.
    def names_of
      names = []
      Kept::EACH_PAIR.bind_call(@modules) { |name, value| Kept::PUSH.bind_call(names, name) if yield value }
      names
    end

    # The constant with one of these names, inside of whatever module; or nil.
    def constant(asked_names, there)
      short = []
      Kept::EACH.bind_call(there) { |name| Kept::PUSH.bind_call(short, Kept::CUT.bind_call(name, /[^:]*\z/)) }
      found = Spelling.find(asked_names, there)
      return found if found

      found = Spelling.find(asked_names, short)
      found && Kept::EACH.bind_call(there) { |name| return name if Kept::ENDS_WITH.bind_call("::#{name}", "::#{found}") }
      nil
    end

    def of_every_object?(kind, symbol)
      owner = Kept::INSTANCE_METHOD.bind_call(kind, symbol).owner
      owner == Object || owner == Kernel || owner == BasicObject
    end

    def public_names(kind)
      own(kind, Kept::INSTANCE_METHODS.bind_call(kind))
    end

    def private_names(kind)
      own(kind, Kept::PRIVATE_METHODS.bind_call(kind))
    end

    def own(kind, symbols)
      own = []
      Kept::EACH.bind_call(symbols) do |symbol|
        Kept::PUSH.bind_call(own, symbol) unless of_every_object?(kind, symbol)
      end
      Spelling.texts(own)
    end

    # --- functions ---

    def function(asked, name)
      place = at_top(asked) || in_module(asked)
      unless place
        note_variable(asked)
        return nil
      end
      Kept::SET.bind_call(@functions, name, place)
      return place.name unless place.owner

      note("Used the method `#{place.name}` of `#{place.owner}`.")
      "#{place.owner}.#{place.name}"
    end

    def at_top(asked)
      constants = names_of { |value| Proc === value || Method === value }
      main = Spelling.texts(Kept::SINGLETON_METHODS.bind_call(@main))
      found = Spelling.find(names(asked), [*@top, *main, *constants])
      return nil unless found

      note_spelling(found, asked)
      kind = Kept::HAS.bind_call(@top, found) ? :top : Kept::HAS.bind_call(main, found) ? :main : :constant
      Kept::NEW.bind_call(Place, kind, nil, found)
    end

    # A method of one of the student's classes or modules: one of itself before one of its objects.
    def in_module(asked)
      Kept::EACH.bind_call(names_of { |value| Module === value }) do |owner|
        value = module_named(owner)
        found = Spelling.find(names(asked), Spelling.texts(Kept::SINGLETON_METHODS.bind_call(value)))
        kind = found ? :singleton : :instance
        found ||= Spelling.find(names(asked), public_names(value))
        found ||= Spelling.find(names(asked), private_names(value))
        next unless found

        note_spelling(found, asked)
        return Kept::NEW.bind_call(Place, kind, owner, found)
      end
      nil
    end

    # A function in a local variable can't be reached from outside of the file.
    def note_variable(asked)
      Kept::EACH.bind_call(names(asked)) do |name|
        next unless Kept::MATCHES.bind_call(/^#{name}\s*=\s*(?:->|lambda\b|proc\b|Proc\b)/, @source)

        return note("`#{name}` is a variable, which nothing outside of the file can use. Write it as `def #{name}(...)`.")
      end
    end

    # --- classes ---

    def type(asked, name)
      methods = Kept::GET.bind_call(asked, "methods")
      Kept::EACH.bind_call(methods) { |method| remember_spellings(method) }
      found = constant(names(asked), @class_names) || only_class_with(methods)
      return nil unless found

      note_spelling(Kept::CUT.bind_call(found, /[^:]*\z/), asked)
      Kept::SET.bind_call(@classes, name, module_named(found))
      there = {}
      Kept::EACH.bind_call(methods) do |method|
        spelled = method_in(module_named(found), method)
        Kept::SET.bind_call(there, Kept::GET.bind_call(method, "name"), spelled)
      end
      { "name" => found, "methods" => there }
    end

    def remember_spellings(method)
      name = Kept::GET.bind_call(method, "name")
      known = Kept::GET.bind_call(@spellings, name) || []
      Kept::SET.bind_call(@spellings, name, [*known, *names(method)])
    end

    def method_in(kind, method)
      found = Spelling.find(names(method), public_names(kind))
      if found
        note_spelling(found, method)
        return found
      end
      found = Spelling.find(names(method), private_names(kind))
      note("`#{found}` is private. It was used all the same; write it above the line `private`.") if found
      found
    end

    def only_class_with(methods)
      return nil if Kept::LENGTH.bind_call(methods) == 0

      fitting = names_of { |value| Class === value && has_all?(value, methods) }
      Kept::LENGTH.bind_call(fitting) == 1 ? Kept::AT.bind_call(fitting, 0) : nil
    end

    def has_all?(kind, methods)
      there = public_names(kind)
      Kept::EACH.bind_call(methods) { |method| return false unless Spelling.find(names(method), there) }
      true
    end

    # --- enumerations ---

    def enumeration(asked, name)
      found = constant(names(asked), names_of { |value| Module === value || Hash === value })
      return nil unless found

      note_spelling(Kept::CUT.bind_call(found, /[^:]*\z/), asked)
      @enums.add(name, module_named(found), Kept::GET.bind_call(asked, "members"))
      found
    end


    freeze
  end

  # The members of enumerations: constants in a module or class, or the values of a hash.
  class Enums
    # What these values mean depends on where they stand, so they are never taken for a member.
    PLAIN = [NilClass, TrueClass, FalseClass, Integer, Float, String].to_h { |kind| [kind, true] }.compare_by_identity.freeze

    # Leads from a value to the names of its enumeration and of itself.
    attr_reader :members

    def initialize
      @types = {}
      @members = Kept::BY_IDENTITY.bind_call({})
    end

    def add(type, found, wanted)
      values = {}
      Kept::EACH.bind_call(wanted) do |member|
        key, value = found_member(found, member)
        next unless key

        Kept::SET.bind_call(values, member, value)
        plain = Kept::HAS_KEY.bind_call(PLAIN, Kept::CLASS_OF.bind_call(value))
        Kept::SET.bind_call(@members, value, [type, member]) unless plain
      end
      Kept::SET.bind_call(@types, type, values)
    end

    # The value of a member; its name where there is no such enumeration.
    def member(type, name)
      values = Kept::GET.bind_call(@types, type)
      values && Kept::HAS_KEY.bind_call(values, name) ? Kept::GET.bind_call(values, name) : name
    end

    private

    def found_member(found, member)
      if Hash === found
        Kept::EACH_PAIR.bind_call(found) do |key, value|
          text = Symbol === key ? Kept::SYMBOL_TEXT.bind_call(key) : key
          return [key, value] if String === text && Spelling.find([member], [text])
        end
        return nil
      end
      key = Spelling.find([member], Spelling.texts(Kept::CONSTANTS.bind_call(found)))
      key && [key, Kept::CONSTANT.bind_call(found, Kept::TO_SYMBOL.bind_call(key))]
    end

    freeze
  end
end
