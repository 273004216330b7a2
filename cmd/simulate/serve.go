package main

import (
	"cmp"
	"fmt"
	"regexp"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/flags"
	"kinetree/cmd/internal/serve"
	"kinetree/cmd/internal/terminal"
	"kinetree/cmd/internal/version"
)

// tokens are the words that an address may have instead of a random one.
var tokens = regexp.MustCompile(`^[A-Za-z0-9_-]{16,}$`)

func newServe() *cobra.Command {
	st, address, token := &flags.Settings{}, "127.0.0.1:0", ""
	cmd := &cobra.Command{
		Use:   "serve [flags] MODEL.urdf | SCENARIO.yaml | RUN.csv | BATCH_DIR",
		Short: "Show a robot in the browser, with knobs for its scenario",
		Args:  usage(one("models or scenarios", "ur5")),
		RunE: func(cmd *cobra.Command, args []string) error {
			if token != "" && !tokens.MatchString(token) {
				return &usageError{cmd.CommandPath(), fmt.Errorf("--token %q; expected 16 letters, digits, - and _ or "+
					"more, which nobody guesses", token)}
			}
			stage, err := serve.Open(args[0], st.Apply, cmd.InOrStdin(), version.String())
			if err != nil {
				return err
			}
			server, err := serve.Listen(address, stage)
			if err != nil {
				return fmt.Errorf("--listen: %w; expected an address that is free, such as 127.0.0.1:8080", err)
			}
			server.Token = cmp.Or(token, server.Token)
			if !server.Loopback() {
				fmt.Fprintln(cmd.ErrOrStderr(), "warning: others on the network reach this address; whoever has the "+
					"token in it reads the robot, its meshes, the scenario with the names of its files, logs and runs "+
					"that were opened, and runs simulations here; pages name no other files to be read")
			}
			fmt.Fprintln(cmd.OutOrStdout(), terminal.Plain(server.URL()))
			ctx, stop := untilSignal(cmd.Context())
			defer stop()
			return server.Serve(ctx)
		},
	}
	f := cmd.Flags()
	f.SortFlags = false
	f.StringVar(&address, "listen", address, "`ADDRESS` to listen at, as HOST:PORT; port 0 is any that is free")
	f.StringVar(&token, "token", "", "`WORD` in the address instead of a random one: with --listen, open pages find a "+
		"server again that is started anew")
	st.Controllers(f)
	st.Sets(f)
	return cmd
}
