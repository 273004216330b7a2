// Package frequency estimates frequency responses from logs, and fits drives of two masses to them.
//
// The response from u to y is that of Welch's method: the log is cut into segments that overlap by half, each without
// its mean and under the window of von Hann, and with the averages of the products of their transforms U and Y
//
//	H = Σ Y U*/Σ U U*,   coherence γ² = |Σ Y U*|²/(Σ U U* Σ Y Y*)
//
// The coherence is the share of y that u explains: noise, other inputs and what is not linear lower it. Under feedback
// noise on y comes back in u and biases H; with a signal r that excites the loop from outside and that neither noise
// nor the loop changes, H = Σ Y R*/Σ U R* has no such bias.
//
// Sources: Welch, "The use of fast Fourier transform for the estimation of power spectra", IEEE Trans. Audio and
// Electroacoustics 15, 1967; Bendat, Piersol, "Random Data", 4th ed. 2010, chapters 6, 7 and 9; Pintelon, Schoukens,
// "System Identification: A Frequency Domain Approach", 2nd ed. 2012, chapter 2.
package frequency
