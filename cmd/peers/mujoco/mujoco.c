/* Times MuJoCo on a robot, for a comparison on one machine. Usage: mujoco MODEL.xml SECONDS [COURSE]
 *
 * Without a course only the rigid-body dynamics is left: no contacts, constraints, limits, passive forces or actuation. The states are random and
 * change from call to call. Prints a line for each function: its name, and the time of one call in the best round, in ns.
 *
 * A course describes runs of a robot with friction, damping and limits, without contacts, under a law with samples, and mj_step alone is timed. Its
 * first line has the step and the duration (s), whether the method is RK4 and whether the law adds the bias forces, how many steps a sample holds,
 * the delay of efforts (s, none or a sample), and the standard deviations of position and velocity that the law sees. Others have for a joint its
 * name, where it starts, where it is to go at 0.1 s, and the gains of its position and velocity.
 */
#include <math.h>
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

enum { JOINTS = 100 };

static struct {
	double timestep, duration, delay, position_noise, velocity_noise;
	int rk4, bias, hold, joints;
	int q[JOINTS], v[JOINTS];
	double start[JOINTS], to[JOINTS], p[JOINTS], d[JOINTS], late[JOINTS];
	long sampled; /* the step of the last sample, -1 for none */
} course;

static double normal(void) {
	return sqrt(-2 * log((rand() + 1.0) / (RAND_MAX + 1.0))) * cos(6.283185307179586 * rand() / RAND_MAX);
}

/* law sets the efforts where a sample is due, once in a step. */
static void law(const mjModel *m, mjData *d) {
	long n = lround(d->time / course.timestep);
	if (fabs(d->time - n * course.timestep) > 0.1 * course.timestep || n == course.sampled || n % course.hold) return;
	course.sampled = n;
	for (int i = 0; i < course.joints; i++) {
		double q = d->qpos[course.q[i]], qd = d->qvel[course.v[i]];
		if (course.position_noise > 0) q += course.position_noise * normal();
		if (course.velocity_noise > 0) qd += course.velocity_noise * normal();
		double tau = course.p[i] * ((d->time < 0.1 ? course.start[i] : course.to[i]) - q) - course.d[i] * qd;
		if (course.bias) tau += d->qfrc_bias[course.v[i]];
		d->qfrc_applied[course.v[i]] = course.delay > 0 ? course.late[i] : tau;
		course.late[i] = tau;
	}
}

static void begin(const mjModel *m, mjData *d) {
	mj_resetData(m, d);
	for (int i = 0; i < course.joints; i++) {
		d->qpos[course.q[i]] = course.start[i];
		course.late[i] = 0;
	}
	course.sampled = -1;
}

/* follow takes a step of a course, and begins it again at its end. */
static void follow(const mjModel *m, mjData *d) {
	mj_step(m, d);
	if (d->time > course.duration) begin(m, d);
}

static int read_course(const mjModel *m, const char *name) {
	FILE *f = fopen(name, "r");
	char joint[1000];
	if (!f || fscanf(f, "%lf %lf %d %d %d %lf %lf %lf", &course.timestep, &course.duration, &course.rk4, &course.bias, &course.hold, &course.delay,
	                 &course.position_noise, &course.velocity_noise) != 8)
		return 0;
	for (int i; (i = course.joints) < JOINTS; course.joints++) {
		if (fscanf(f, "%999s %lf %lf %lf %lf", joint, &course.start[i], &course.to[i], &course.p[i], &course.d[i]) != 5) break;
		int id = mj_name2id(m, mjOBJ_JOINT, joint);
		if (id < 0) return 0;
		course.q[i] = m->jnt_qposadr[id];
		course.v[i] = m->jnt_dofadr[id];
	}
	fclose(f);
	return course.joints == m->nv;
}

int main(int argc, char **argv) {
	char message[1000] = "";
	if (argc != 3 && argc != 4) {
		fprintf(stderr, "usage: mujoco MODEL.xml SECONDS [COURSE]\n");
		return 2;
	}
	mjModel *m = mj_loadXML(argv[1], NULL, message, sizeof message);
	if (!m) {
		fprintf(stderr, "%s: %s\n", argv[1], message);
		return 1;
	}
	if (argc == 4) {
		if (!read_course(m, argv[3])) {
			fprintf(stderr, "%s: expected a course with the %d joints of the model\n", argv[3], m->nv);
			return 1;
		}
		m->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_ACTUATION;
		m->opt.integrator = course.rk4 ? mjINT_RK4 : mjINT_EULER;
		m->opt.timestep = course.timestep;
		mjData *d = mj_makeData(m);
		mjcb_control = law;
		begin(m, d);
		printf("mj_step %.1f\n", best(follow, m, d, atof(argv[2]), 0));
		return 0;
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
