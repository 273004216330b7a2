package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"kinetree/cmd/internal/query"
)

func newDynamics() *cobra.Command {
	d := newModelFlags()
	cmd := &cobra.Command{
		Use:   "dynamics [flags] MODEL.urdf < requests.jsonl > results.jsonl",
		Short: "Answer requests about a robot's dynamics, a JSON object a line",
		Long: "Answer requests about a robot's dynamics: a JSON object a line in, one a line out, in order.\n" +
			"It is pure rigid-body dynamics, without damping, friction and limits. Units are SI and radians.\n\n" +
			"A request has `want`, an array of what is wanted, and as far as it differs from 0 the state, by joint:\n\n" +
			"  position, velocity, acceleration, effort   {JOINT: NUMBER}; a joint with several coordinates takes an " +
			"array\n" +
			"  external   [{\"link\": LINK, \"force\": [x,y,z], \"moment\": [x,y,z]}], at the link's origin in the " +
			"world's axes\n" +
			"  link       the link of jacobian and velocity\n" +
			"  base       of a floating base: position and orientation [x,y,z,w] in the world; linear_velocity,\n" +
			"             angular_velocity, linear_acceleration, angular_acceleration, force and moment of the root\n" +
			"             link's origin in its own axes; an acceleration is the derivative of the velocity's components\n" +
			"  id         anything; the result has it, too\n\n" +
			"What can be wanted: forward_dynamics (accelerations), inverse_dynamics (efforts), gravity, bias, " +
			"mass_matrix, coriolis_matrix, energy, com,\n" +
			"frames, jacobian, velocity, derivatives (of forward_dynamics; wrenches keep their direction in the " +
			"world), regressor (the matrix Y of\n" +
			"inverse_dynamics = Y parameters, ten for each of \"bodies\": m, m c, Ixx, Ixy, Iyy, Ixz, Iyz, Izz in " +
			"the frame of the joint that moves it).\n" +
			"Matrices have six rows and columns for a floating base first, linear before angular, and then those of " +
			"\"joints\".\n" +
			"A joint that mimics another one may be left out: its motion follows, an effort on it adds to the " +
			"other's.\n\n" +
			"A request that cannot be answered gives {\"id\": ..., \"error\": \"...\"}; the others are still " +
			"answered, and the exit status is 1.",
		Example: `  echo '{"want": ["gravity", "mass_matrix"], "position": {"elbow_joint": 0.3}}' | simulate dynamics ur5` + "\n" +
			"  simulate dynamics quadruped.urdf --base floating < requests.jsonl > results.jsonl",
		Args: usage(oneRobot),
		RunE: func(cmd *cobra.Command, args []string) error { return dynamics(cmd, d, args[0]) },
	}
	cmd.Flags().SortFlags = false
	d.add(cmd)
	return cmd
}

// oneRobot checks that there is one model, and not the input, which has the requests.
func oneRobot(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) != 1:
		return fmt.Errorf("%d models; expected one, for example: %s ur5 < requests.jsonl", len(args), cmd.CommandPath())
	case args[0] == "-":
		return errors.New("the input has the requests; expected a file or an embedded model")
	}
	return nil
}

func dynamics(cmd *cobra.Command, flags *modelFlags, name string) error {
	_, model, err := flags.open(cmd, name, nil)
	if err != nil {
		return err
	}
	all, failed, err := query.Serve(model, cmd.InOrStdin(), cmd.OutOrStdout())
	if err == nil && failed > 0 {
		err = fmt.Errorf("%d of %d requests could not be answered; their results say why", failed, all)
	}
	return err
}
