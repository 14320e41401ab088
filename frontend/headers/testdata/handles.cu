// Classes of programs hold events and streams. They are not copied where a function of the runtime takes the handle.
struct Event {
  Event();
  Event(const Event &) = delete;
  operator cudaEvent_t();
};
struct Stream {
  Stream(const Stream &) = delete;
  operator cudaStream_t() const;
};
float elapsed(Event &begin, Event &end, const Stream &stream) {
  float ms;
  cudaGraph_t graph;
  cudaStreamCaptureStatus status;
  cudaEventRecord(end, stream);
  cudaEventSynchronize(end);
  cudaEventQuery(end);
  cudaEventElapsedTime(&ms, begin, end);
  cudaStreamSynchronize(stream);
  cudaStreamSynchronize(0);
  cudaStreamQuery(NULL);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  cudaStreamEndCapture(stream, &graph);
  cudaStreamIsCapturing(stream, &status);
  return ms;
}

__global__ void k(int *p) { *p = 1; }
void launch(int *p, const Stream &stream) { k<<<1, 32, 0, stream>>>(p); }
