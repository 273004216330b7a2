// Package serve shows a stage of package live in a browser: a server for the page, its messages and the meshes of the
// robot, and the page as one file that needs no server.
//
// A page is served to those who know the token, a random number in its address. A browser sends the page's origin with
// its socket, and only the server's own is taken. Meshes are found as the robot's description names them; no request
// names a file.
package serve

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/coder/websocket"

	"kinetree/cmd/internal/live"
	"kinetree/internal/licences"
	"kinetree/web"
)

const (
	// largestMessage is how long a message of a page may be (bytes).
	largestMessage = 1 << 20
	// patience is how long a frame waits for a page that does not read before the page is given up.
	patience = 20 * time.Second
	// longestShutdown is how long pages have to say goodbye.
	longestShutdown = 2 * time.Second
	// idle is how long a connection without a request stays.
	idle = 30 * time.Second
	// mostPages is how many pages talk at once.
	mostPages = 64
	// mostConnections is how many connections there are at once, besides those of pages.
	mostConnections = 256
)

// Server serves a stage.
type Server struct {
	Token    string
	stage    *live.Stage
	listener net.Listener
	meshes   map[string]string // file by the name that the robot has for it
	pages    sync.WaitGroup
	talking  chan struct{} // has an item for each page

	mu          sync.Mutex
	connections []net.Conn // the oldest first
}

// Listen begins to listen at an address such as 127.0.0.1:8080, where port 0 is any that is free. It listens to the
// family of the address alone, 4 or 6. Where others than this machine reach it, pages name no files.
func Listen(address string, st *live.Stage) (*Server, error) {
	family := "tcp"
	if at, err := netip.ParseAddrPort(address); err == nil && at.Addr().Is4() {
		family = "tcp4"
	} else if err == nil {
		family = "tcp6"
	}
	l, err := net.Listen(family, address)
	if err != nil {
		return nil, err
	}
	token := make([]byte, 18)
	rand.Read(token) // never fails
	s := &Server{Token: base64.RawURLEncoding.EncodeToString(token), stage: st, listener: l,
		meshes: Meshes(st.Robot()), talking: make(chan struct{}, mostPages)}
	st.Guarded = !s.Loopback()
	return s, nil
}

// URL returns the address of the page, token included. Of a server that listens at all addresses of this machine it is
// one at which others reach it, if there is one.
func (s *Server) URL() string {
	host := s.listener.Addr().String()
	if at, err := netip.ParseAddrPort(host); err == nil && at.Addr().IsUnspecified() {
		host = netip.AddrPortFrom(reached(at.Addr()), at.Port()).String()
	}
	return fmt.Sprintf("http://%s/?token=%s", host, s.Token)
}

// reached returns the first address of this machine at which others reach what listens at all addresses of a family,
// or else the one for this machine.
func reached(all netip.Addr) netip.Addr {
	own, _ := net.InterfaceAddrs() // without them this machine reaches itself
	for _, a := range own {
		if p, err := netip.ParsePrefix(a.String()); err == nil && p.Addr().IsGlobalUnicast() &&
			p.Addr().Is4() == all.Is4() {
			return p.Addr()
		}
	}
	if all.Is4() {
		return netip.AddrFrom4([4]byte{127, 0, 0, 1})
	}
	return netip.IPv6Loopback()
}

// Loopback reports whether the server is reached from this machine alone.
func (s *Server) Loopback() bool {
	a, ok := s.listener.Addr().(*net.TCPAddr)
	return ok && a.IP.IsLoopback()
}

// Serve serves pages until the context ends, and then closes them.
func (s *Server) Serve(ctx context.Context) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.page)
	mux.HandleFunc("GET /mesh", s.mesh)
	mux.HandleFunc("GET /messages", func(w http.ResponseWriter, r *http.Request) { s.messages(ctx, w, r) })
	server := &http.Server{Handler: s.guard(mux), ReadHeaderTimeout: patience, IdleTimeout: idle,
		MaxHeaderBytes: 1 << 16, ConnState: s.count}
	ended := make(chan error, 1)
	go func() { ended <- server.Serve(s.listener) }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
	}
	cancel()
	s.pages.Wait()
	late, stop := context.WithTimeout(context.Background(), longestShutdown)
	defer stop()
	if server.Shutdown(late) != nil {
		server.Close()
	}
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// count keeps the number of connections within its bound: the oldest one ends for a new one. Those of pages that talk
// have shown the token and do not count.
func (s *Server) count(c net.Conn, state http.ConnState) {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch state {
	case http.StateNew:
		if s.connections = append(s.connections, c); len(s.connections) > mostConnections {
			s.connections[0].Close()
			s.connections = s.connections[1:]
		}
	case http.StateHijacked, http.StateClosed:
		s.connections = slices.DeleteFunc(s.connections, func(other net.Conn) bool { return other == c })
	}
}

// guard refuses requests without the token, which stands against pages of strangers, too, whatever host they name.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Cache-Control", "no-store")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("X-Frame-Options", "DENY")
		if subtle.ConstantTimeCompare([]byte(r.URL.Query().Get("token")), []byte(s.Token)) != 1 {
			h.Set("Connection", "close")
			http.Error(w, "The token of this address is wrong; expected the address that simulate serve has printed.",
				http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (s *Server) page(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	allowed := policy + "; connect-src 'self' data: blob:; img-src data: blob:; script-src 'unsafe-inline'"
	h.Set("Content-Security-Policy", allowed+"; frame-ancestors 'none'")
	w.Write(web.Page(s.stage.Name, allowed, web.Element("text/plain", "licences", licences.OfPage()), web.Script()))
}

// mesh serves a mesh by the name that the robot has for it.
func (s *Server) mesh(w http.ResponseWriter, r *http.Request) {
	name := r.URL.Query().Get("name")
	file, ok := s.meshes[name]
	if !ok {
		http.Error(w, fmt.Sprintf("%q is no mesh of the robot that was found.", name), http.StatusNotFound)
		return
	}
	data, err := readMesh(file)
	if err != nil {
		http.Error(w, fmt.Sprintf("%q cannot be read.", name), http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", "application/octet-stream")
	w.Write(data)
}

// messages answers the messages of a page over a web socket until either side closes it.
func (s *Server) messages(ctx context.Context, w http.ResponseWriter, r *http.Request) {
	select {
	case s.talking <- struct{}{}:
		defer func() { <-s.talking }()
	default:
		http.Error(w, fmt.Sprintf("There are %d pages; expected one of them to be closed first.", mostPages),
			http.StatusServiceUnavailable)
		return
	}
	socket, err := websocket.Accept(w, r, nil) // refuses other origins
	if err != nil {
		return
	}
	s.pages.Add(1)
	defer s.pages.Done()
	defer socket.CloseNow()
	socket.SetReadLimit(largestMessage)
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()

	var writing sync.Mutex
	write := func(frame []byte) error {
		late, stop := context.WithTimeout(ctx, patience)
		defer stop()
		err := socket.Write(late, websocket.MessageBinary, frame)
		if err != nil {
			cancel()
		}
		return err
	}
	send := func(frame []byte) error {
		writing.Lock()
		defer writing.Unlock()
		return write(frame)
	}
	offer := func(frame []byte) bool {
		if !writing.TryLock() {
			return false
		}
		defer writing.Unlock()
		return write(frame) == nil
	}
	talk := s.stage.NewTalk(send, offer)
	defer talk.Close()
	defer cancel()
	for {
		kind, text, err := socket.Read(ctx)
		if err != nil {
			if ctx.Err() != nil {
				socket.Close(websocket.StatusGoingAway, "the program has ended")
			}
			return
		}
		if kind == websocket.MessageText {
			talk.Handle(ctx, text)
		}
	}
}
