/** Breaks a request off after so long. (`AbortSignal.timeout` is younger than some telephones.) */
export const withTimeout = (ms: number): AbortSignal => {
  const patience = new AbortController()
  setTimeout(() => patience.abort(), ms)
  return patience.signal
}
