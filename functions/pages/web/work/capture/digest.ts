/** In hexadecimal, as the service writes them. */
export const sha256Of = async (bytes: Blob): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await bytes.arrayBuffer()))
  return [...digest].map(byte => byte.toString(16).padStart(2, '0')).join('')
}
