import { createHmac, createSecretKey, hash, type KeyObject } from 'node:crypto'
import type { Credentials } from './credentials.ts'

/** What a signature is good for. */
export interface CredentialScope {
  readonly region: string
  /** As in `dynamodb`. */
  readonly service: string
}

type Headers = Readonly<Record<string, string>>

const hmac = (key: string | Buffer | KeyObject, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest()

/** As an object of its own, with which Node computes six times faster than with the same bytes. */
const keyOf = (secret: string, day: string, { region, service }: CredentialScope): KeyObject =>
  createSecretKey(hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), service), 'aws4_request'))

/** `20261120T120000Z` */
const timeOf = (atMs: number): string => {
  const iso = new Date(atMs).toISOString()
  const [year, month, day] = [iso.slice(0, 4), iso.slice(5, 7), iso.slice(8, 10)]
  return `${year}${month}${day}T${iso.slice(11, 13)}${iso.slice(14, 16)}${iso.slice(17, 19)}Z`
}

const canonical = (headers: Headers, names: readonly string[], body: string, path: string): string => {
  const lines = names.map(name => `${name}:${headers[name]}\n`).join('')
  return `POST\n${path}\n\n${lines}\n${names.join(';')}\n${hash('sha256', body)}`
}

/**
 * Signs POSTs by Signature Version 4, all their headers, whose names are in lower case
 * (https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html). The key is derived
 * once a day. A path has nothing in it that would have to be escaped.
 */
export const openSigner = (
  { accessKeyId, secretAccessKey, sessionToken }: Credentials,
  scope: CredentialScope,
) => {
  let known: { readonly day: string; readonly key: KeyObject } | undefined
  const keyOn = (day: string): KeyObject => {
    if (known?.day !== day) known = { day, key: keyOf(secretAccessKey, day, scope) }
    return known.key
  }
  return (headers: Headers, body: string, atMs: number, path = '/'): Record<string, string> => {
    const time = timeOf(atMs)
    const day = time.slice(0, 8)
    const token = sessionToken && { 'x-amz-security-token': sessionToken }
    const signed = { ...headers, 'x-amz-date': time, ...token }
    const names = Object.keys(signed).sort()
    const area = `${day}/${scope.region}/${scope.service}/aws4_request`
    const digest = hash('sha256', canonical(signed, names, body, path))
    const signature = hmac(keyOn(day), `AWS4-HMAC-SHA256\n${time}\n${area}\n${digest}`).toString('hex')
    const credential = `${accessKeyId}/${area}`
    const authorization = `AWS4-HMAC-SHA256 Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`
    return { ...signed, authorization }
  }
}
