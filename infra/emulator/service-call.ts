import type { JsonObject } from './json.ts'

export interface GatewayRequest {
  readonly method: string
  readonly url: string
  readonly headers: Record<string, string>
  readonly body: Buffer
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, string | string[]>
  readonly body: Buffer
}

export const jsonAnswer = (body: JsonObject, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/x-amz-json-1.0' },
  body: Buffer.from(JSON.stringify(body)),
})

/** The SDK reads the error's name from `__type`; DynamoDB spells the message with a capital. */
export const jsonError = (error: ServiceError): Answer => {
  const type = `com.amazon.coral.service#${error.name}`
  return jsonAnswer({ __type: type, message: error.message, Message: error.message }, error.status)
}

export const xmlAnswer = (body: string, status = 200): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>\n${body}`),
})

export const xmlError = (status: number, code: string, message: string): Answer => ({
  status,
  headers: { 'content-type': 'application/xml' },
  body: Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${escapeXml(message)}</Message></Error>`,
  ),
})

export const escapeXml = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

export const xmlElement = (name: string, value: string | number | boolean): string =>
  `<${name}>${escapeXml(String(value))}</${name}>`

export class ServiceError extends Error {
  readonly status: number
  constructor(name: string, message: string, status = 400) {
    super(message)
    this.name = name
    this.status = status
  }
}

/** For calls that none of our functions makes. */
export const unsupportedAction = (action: string): ServiceError =>
  new ServiceError('UnsupportedOperation', `${action} is not supported by the emulator`)
