import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

/*
 * Writes what a journey was answered into the examples of the OpenAPI document, with ids, times and secrets replaced
 * by fixed values: `RECORD_EXAMPLES=1 npm run test:all -- journeys/examples`.
 */

export const isRecording = process.env.RECORD_EXAMPLES !== undefined

const folder = new URL('../../shared/openapi/examples/', import.meta.url)

type Named = Record<string, unknown>
type Recorded = Record<string, { answers?: Record<string, Named> } & Record<string, Named>>

const files = new Map(
  readdirSync(folder).map(name => [
    name,
    JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as Recorded,
  ]),
)

const hourMs = 3_600_000
const firstId = 890123456789012
const firstMs = Date.parse('2026-11-20T09:30:00.000Z')
const timeForm = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g

/** Times of this hour keep their order, a minute apart; others keep their distance in hours. */
const fixTimes = (text: string): string => {
  const nowMs = Date.now()
  const recent = [...new Set(text.match(timeForm))].toSorted()
  const fixed = (time: string): number => {
    const awayMs = Date.parse(time) - nowMs
    if (Math.abs(awayMs) > hourMs) return Math.round(awayMs / hourMs) * hourMs
    return recent.indexOf(time) * 60_000
  }
  return text.replace(timeForm, time =>
    time < '2000' ? time : new Date(firstMs + fixed(time)).toISOString(),
  )
}

const fixIds = (text: string): string => {
  const ids = [...new Set(text.match(/\b[1-9]\d{14,15}\b/g))]
  return text.replace(/\b[1-9]\d{14,15}\b/g, id => `${firstId + ids.indexOf(id)}`)
}

const secrets: readonly (readonly [RegExp, string])[] = [
  [/http:\/\/(localhost|127\.0\.0\.1):\d+(?=\/v1\/)/g, 'https://api.example.com'],
  [/http:\/\/localhost:\d+\/hook/g, 'http://localhost:4000/hook'],
  [/http:\/\/[\w.-]+:\d+\/[^"]*X-Amz-[^"]*/g, 'https://verification-media.s3.example/incoming/…'],
  [/whsec_[\w+/=-]+/g, 'whsec_ZXhhbXBsZS1vZi1hLXNpZ25pbmctc2VjcmV0LTMy'],
  [/(?<=\/v1\/file\/)[\w-]+/g, 'ZXhhbXBsZS10b2tlbi1vZi1h'],
  [/(?<=#\/link\/)[\w-]+?(?=local-test)/g, 'ZXhhbXBsZS1saW5r_'],
  [/(?<="accessToken":")[^"]+/g, 'bG9jYWwtdGVzdA_example-token'],
  [/\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/g, '7b8c1f1e-5d0a-4c9e-9f43-0d6f2a1b3c4d'],
  [/(?<="salt":")[\da-f]+/g, '00112233445566778899aabbccddeeff'],
  [/(?<="(latencyMs|p50LatencyMs)":)\d+/g, '84'],
]

const withFixedValues = (value: unknown): unknown =>
  JSON.parse(
    secrets.reduce(
      (text, [form, fixed]) => text.replace(form, fixed),
      fixTimes(fixIds(JSON.stringify(value))),
    ),
  )

const save = (name: string): void =>
  writeFileSync(new URL(name, folder), `${JSON.stringify(files.get(name), null, 2)}\n`)

/** Records a response under this name, or under the first that its status has. Text and receipts stay as they are. */
export const recordResponse = (action: string, status: number, body: unknown, wanted?: string): void => {
  for (const [file, operations] of files) {
    const examples = operations[action]?.answers?.[status]
    if (!examples || typeof body === 'string') continue
    const name = wanted ?? Object.keys(examples)[0]!
    if (!(name in examples)) throw new RangeError(`${action} has no example ${name}`)
    // Two rows show what a page is.
    const page = (body as { data?: unknown }).data
    examples[name] = withFixedValues(
      Array.isArray(page)
        ? {
            ...(body as object),
            data: page.slice(0, 2),
            ...('nextCursor' in (body as object) && { nextCursor: null }),
          }
        : body,
    )
    save(file)
  }
}

/** Records what endpoints receive, if the document shows an example of this name. */
export const recordDelivery = (kind: string, name: string, envelope: unknown): void => {
  const deliveries = files.get('deliveries.json')![kind]!
  if (!(name in deliveries)) return
  deliveries[name] = withFixedValues(envelope) as Named
  save('deliveries.json')
}
