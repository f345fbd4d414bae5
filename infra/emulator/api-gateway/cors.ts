import { type Json, object, text, texts, unknownKeys } from '../json.ts'
import type { Answer } from '../service-call.ts'

export interface Cors {
  preflight(method: string, headers: RequestHeaders): Answer | undefined
  /** The gateway replaces the function's own CORS headers. */
  complete(answered: Answer['headers'], headers: RequestHeaders): Answer['headers']
}

type RequestHeaders = Readonly<Record<string, string | string[] | undefined>>

export const corsProblems = (configuration: Json | undefined): string[] =>
  unknownKeys(configuration, 'AllowOrigins AllowMethods AllowHeaders ExposeHeaders MaxAge').map(
    name => `CorsConfiguration.${name} is not supported`,
  )

/** `http://*` allows every origin of that scheme. https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-cors.html */
const allows =
  (origin: string) =>
  (pattern: string): boolean =>
    pattern === origin || (/^(https?:\/\/)?\*$/.test(pattern) && origin.startsWith(pattern.slice(0, -1)))

const withoutCors: Cors = { preflight: () => undefined, complete: answered => answered }

/** Without a configuration the function's own headers pass. */
export const readCors = (given: Json | undefined): Cors => {
  if (given === undefined) return withoutCors
  const configuration = object(given)
  const list = (name: string): string[] => texts(configuration[name])
  const allowed = (headers: RequestHeaders): Record<string, string> => {
    const origin = text(headers.origin as Json)
    if (origin === undefined || !list('AllowOrigins').some(allows(origin))) return {}
    return { 'access-control-allow-origin': list('AllowOrigins').includes('*') ? '*' : origin }
  }
  const asked = (headers: RequestHeaders): Record<string, string> => ({
    'access-control-allow-methods': list('AllowMethods').join(','),
    'access-control-allow-headers': list('AllowHeaders').join(','),
    'access-control-max-age': `${configuration.MaxAge ?? 0}`,
    ...allowed(headers),
  })
  return {
    preflight: (method, headers) => {
      if (method !== 'OPTIONS' || !headers.origin || !headers['access-control-request-method'])
        return undefined
      const isAllowed = 'access-control-allow-origin' in allowed(headers)
      return { status: 204, headers: isAllowed ? asked(headers) : {}, body: Buffer.alloc(0) }
    },
    complete: (answered, headers) => {
      const own = Object.entries(answered).filter(([name]) => !name.startsWith('access-control-'))
      const said = allowed(headers)
      const exposed = { 'access-control-expose-headers': list('ExposeHeaders').join(',') }
      return { ...Object.fromEntries(own), ...said, ...('access-control-allow-origin' in said && exposed) }
    },
  }
}
