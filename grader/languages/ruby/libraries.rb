# Names that newer Rubies, programming sites or a plain start of Ruby would have had -> loaded when they are first used.
#
# The driver starts without `rubygems`, which would take 80 ms; what needs it gets it. A name is only supplied where it
# would have been an error, so that students can define their own class `Set` or `Matrix`.

module GraderInside
  module Libraries
    ALWAYS = { Set: "set", Gem: "rubygems" }.freeze # `Set` needs no `require` since Ruby 3.2
    SITES = {
      BigDecimal: "bigdecimal", Date: "date", DateTime: "date", JSON: "json", Matrix: "matrix", Vector: "matrix",
      OpenStruct: "ostruct", Prime: "prime", SecureRandom: "securerandom", StringIO: "stringio", StringScanner: "strscan"
    }.freeze

    class << self
      def supply(prelude)
        libraries = prelude == "sites" ? { **ALWAYS, **SITES } : ALWAYS
        missing = Module.instance_method(:const_missing)
        Module.define_method(:const_missing) do |name|
          library = Kept::GET.bind_call(libraries, name)
          next missing.bind_call(self, name) unless library

          Kept::INSTANCE_METHOD.bind_call(Kernel, :require).bind_call(self, library)
          Kept::CONSTANT.bind_call(Object, name)
        end
        supply_gems
      end

      private

      # Libraries that are gems, such as `prime`, are found as in a plain start.
      def supply_gems
        plain = Kept::REQUIRE
        tried = false
        Kernel.define_method(:require) do |name|
          plain.bind_call(self, name)
        rescue LoadError => error
          next Kept::RAISE.bind_call(Kernel, error) if tried

          tried = true
          plain.bind_call(self, "rubygems")
          Kept::INSTANCE_METHOD.bind_call(Kernel, :require).bind_call(self, name)
        end
        Kernel.send(:private, :require)
      end
    end
    freeze
  end
end
