/** The CORS configuration of an HTTP API. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html */
import type { IncomingMessage } from 'node:http'
import { boolean, isObject, type JsonObject, number, texts } from '../json.ts'

export interface Cors {
  readonly origins: string[]
  readonly methods: string[]
  readonly requestHeaders: string[]
  readonly exposedHeaders: string[]
  readonly maximumAgeSeconds: number | undefined
  readonly allowsCredentials: boolean
}

export const readCors = ({ CorsConfiguration: cors }: JsonObject): Cors | undefined => {
  if (!isObject(cors)) return undefined
  return {
    origins: texts(cors.AllowOrigins),
    methods: texts(cors.AllowMethods),
    requestHeaders: texts(cors.AllowHeaders),
    exposedHeaders: texts(cors.ExposeHeaders),
    maximumAgeSeconds: number(cors.MaxAge),
    allowsCredentials: boolean(cors.AllowCredentials),
  }
}

/** The headers that the gateway adds for a request from another origin; none if it is not allowed. */
export const corsHeaders = (
  cors: Cors | undefined,
  { headers, method }: IncomingMessage,
): Record<string, string> => {
  const origin = headers.origin
  if (cors === undefined || origin === undefined) return {}
  if (!cors.origins.some(allowed => allowed === '*' || allowed === origin)) return {}
  return {
    'access-control-allow-origin': cors.origins.includes('*') ? '*' : origin,
    ...(cors.exposedHeaders.length > 0 && { 'access-control-expose-headers': cors.exposedHeaders.join(',') }),
    ...(cors.allowsCredentials && { 'access-control-allow-credentials': 'true' }),
    ...(method === 'OPTIONS' && preflightHeaders(cors)),
  }
}

const preflightHeaders = ({ methods, requestHeaders, maximumAgeSeconds }: Cors): Record<string, string> => ({
  'access-control-allow-methods': methods.join(','),
  'access-control-allow-headers': requestHeaders.join(','),
  ...(maximumAgeSeconds !== undefined && { 'access-control-max-age': String(maximumAgeSeconds) }),
})
