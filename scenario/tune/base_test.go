package tune

import "context"

// Each returns a cost of points one after the other, for Problem.Cost.
func Each(cost func(ctx context.Context, x []float64, worker int) (float64, error)) func(context.Context, [][]float64,
	int) ([]float64, []error) {
	return func(ctx context.Context, points [][]float64, worker int) ([]float64, []error) {
		costs, errs := make([]float64, len(points)), make([]error, len(points))
		for i, x := range points {
			costs[i], errs[i] = cost(ctx, x, worker)
		}
		return costs, errs
	}
}

// Cost returns the cost of values of the free numbers, infinite if there is none. It may be called by several
// goroutines.
func (t *Tuning) Cost(ctx context.Context, x []float64) (float64, error) {
	costs, err := t.Costs(ctx, x)
	if err != nil {
		return 0, err
	}
	return t.reduce(costs), nil
}
