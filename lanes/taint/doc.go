// Package taint decides whether an undefined value is used: whether its choice makes a difference that other threads
// can see.
package taint
