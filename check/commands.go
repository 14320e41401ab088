package check

// Command is how one file is compiled.
type Command struct {
	Directory string
	Args      []string
	Archs     []int
}

type commands struct{ o *Options }

func newCommands(o *Options) (*commands, error) { return &commands{o}, nil }

func (c *checker) jobsFor(in input) ([]*unit, error) {
	args := append(append([]string{}, in.config.ExtraArgs...), c.Args...)
	archs, err := ParseArchs(in.config.Arch)
	if err != nil {
		return nil, err
	}
	if len(archs) == 0 {
		archs = []int{DefaultArch}
	}
	var units []*unit
	for _, arch := range archs {
		units = append(units, &unit{input: in, command: Command{Args: args}, arch: arch})
	}
	return units, nil
}
