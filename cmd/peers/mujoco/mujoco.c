/* Times MuJoCo on a robot, for a comparison on one machine. Usage: mujoco MODEL.xml SECONDS
 *
 * Only the rigid-body dynamics is left: no contacts, constraints, limits, passive forces or actuation. The states are random and change from call to
 * call. Prints a line for each function: its name, and the time of one call in the best round, in ns.
 */
#include <mujoco/mujoco.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { STATES = 256, CALLS = 256 };

static double *positions, *velocities, *transition;

static double seconds(void) {
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec + 1e-9 * t.tv_nsec;
}

static double uniform(double lower, double upper) { return lower + (upper - lower) * rand() / RAND_MAX; }

/* step takes one step from where the last one ended, and from the first state again where the motion has grown. */
static void step(const mjModel *m, mjData *d) {
	mj_step(m, d);
	if (!(d->qvel[0] * d->qvel[0] < 1e4)) {
		mju_copy(d->qpos, positions, m->nq);
		mju_copy(d->qvel, velocities, m->nv);
	}
}

/* crb computes the mass matrix and all that it needs, from the positions. */
static void crb(const mjModel *m, mjData *d) {
	mj_kinematics(m, d);
	mj_comPos(m, d);
	mj_crb(m, d);
}

/* derivatives computes the matrices of a step by differences to one side, which is how MuJoCo derives. */
static void derivatives(const mjModel *m, mjData *d) { mjd_transitionFD(m, d, 1e-6, 0, transition, NULL, NULL, NULL); }

/* best returns the time of one call in the best of the rounds that fit into some seconds, in ns. */
static double best(void (*call)(const mjModel *, mjData *), const mjModel *m, mjData *d, double duration, int fresh) {
	double least = 1e9;
	for (double end = seconds() + duration; seconds() < end;) {
		double begin = seconds();
		for (int i = 0; i < CALLS; i++) {
			if (fresh) {
				mju_copy(d->qpos, positions + i % STATES * m->nq, m->nq);
				mju_copy(d->qvel, velocities + i % STATES * m->nv, m->nv);
			}
			call(m, d);
		}
		double t = (seconds() - begin) / CALLS;
		if (t < least) least = t;
	}
	return 1e9 * least;
}

int main(int argc, char **argv) {
	char message[1000] = "";
	if (argc != 3) {
		fprintf(stderr, "usage: mujoco MODEL.xml SECONDS\n");
		return 2;
	}
	mjModel *m = mj_loadXML(argv[1], NULL, message, sizeof message);
	if (!m) {
		fprintf(stderr, "%s: %s\n", argv[1], message);
		return 1;
	}
	m->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_EQUALITY | mjDSBL_FRICTIONLOSS | mjDSBL_LIMIT | mjDSBL_CONTACT | mjDSBL_PASSIVE | mjDSBL_ACTUATION;
	m->opt.integrator = mjINT_EULER;
	m->opt.timestep = 1e-5;
	mjData *d = mj_makeData(m);
	positions = malloc(STATES * m->nq * sizeof *positions);
	velocities = malloc(STATES * m->nv * sizeof *velocities);
	for (int i = 0; i < STATES * m->nq; i++) positions[i] = uniform(-1, 1);
	for (int i = 0; i < STATES * m->nv; i++) velocities[i] = uniform(-1, 1);
	transition = malloc(4 * m->nv * m->nv * sizeof *transition);
	double duration = atof(argv[2]);
	printf("nv %d\n", m->nv);
	printf("mj_forward %.1f\n", best(mj_forward, m, d, duration, 1));
	printf("mj_inverse %.1f\n", best(mj_inverse, m, d, duration, 1));
	printf("mj_crb %.1f\n", best(crb, m, d, duration, 1));
	printf("mjd_transitionFD %.1f\n", best(derivatives, m, d, duration, 1));
	printf("mj_step %.1f\n", best(step, m, d, duration, 0));
	return 0;
}
