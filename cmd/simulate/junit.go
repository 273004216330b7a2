package main

import (
	"encoding/xml"
	"strings"
)

// junitSuites is a report in the form of JUnit, as CI systems read it: https://github.com/testmoapp/junitxml.
type junitSuites struct {
	XMLName  xml.Name   `xml:"testsuites"`
	Tests    int        `xml:"tests,attr"`
	Failures int        `xml:"failures,attr"`
	Suite    junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string        `xml:"name,attr"`
	Class   string        `xml:"classname,attr"`
	File    string        `xml:"file,attr"`
	Failure *junitFailure `xml:"failure,omitempty"`
}

type junitFailure struct {
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// junit returns the results as a document of JUnit. It has no times, so that the same results are the same bytes.
func junit(list []tested) []byte {
	suite := junitSuite{Name: "simulate test", Tests: len(list)}
	for _, x := range list {
		c := junitCase{Name: x.name, Class: "simulate", File: x.name}
		if !x.result.Passed {
			suite.Failures++
			var messages []string
			for _, f := range x.result.Failures {
				messages = append(messages, f.Message)
			}
			c.Failure = &junitFailure{Message: messages[0], Text: strings.Join(messages, "\n")}
		}
		suite.Cases = append(suite.Cases, c)
	}
	text, err := xml.MarshalIndent(&junitSuites{Tests: suite.Tests, Failures: suite.Failures, Suite: suite}, "", "  ")
	if err != nil {
		panic(err) // of a type that has no form in XML
	}
	return append([]byte(xml.Header), append(text, '\n')...)
}
