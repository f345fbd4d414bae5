export const base64url = (bytes: ArrayBuffer | Uint8Array): string =>
  btoa(String.fromCharCode(...new Uint8Array(bytes as ArrayBuffer)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const text = new TextEncoder()
const part = (value: object): string => base64url(text.encode(JSON.stringify(value)))

/** Signs a compact JWS (RFC 7515) by ES256. */
export const signJws = async (privateKey: CryptoKey, payload: object): Promise<string> => {
  const stated = `${part({ alg: 'ES256' })}.${part(payload)}`
  const how = { name: 'ECDSA', hash: 'SHA-256' }
  return `${stated}.${base64url(await crypto.subtle.sign(how, privateKey, text.encode(stated)))}`
}
