import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { highlight } from '../../../infra/docs/highlight.ts'
import {
  type DocumentOperation,
  operationPath,
  type ReferenceDocument,
  referenceDocuments,
} from '../../../infra/docs/reference/document.ts'
import { renderSite, siteSettings } from '../../../infra/docs/site.ts'
import { stages } from '../../../infra/stages.ts'
import type { Json } from '../../../shared/openapi/json-schema.ts'
import { html } from '../../../shared/http/html.ts'
import { isHere } from '../../support/guide-programs.ts'
import { referenceOperations, referenceSample, referenceSamples } from '../../support/reference-samples.ts'

const hasPython = await isHere('python3', '--version')
const hasGo = await isHere('go', 'version')

const { pages, operators } = renderSite(siteSettings(stages.prod))

/** The part of a page that is about an operation. */
const sectionOf = (page: string, id: string): string =>
  page.split('<section class="operation">').find(part => part.includes(`<h2 id="${id}">`)) ?? ''

const audiences = [
  ['integrator', pages, referenceDocuments.integrator],
  ['operator', operators, referenceDocuments.operator],
] as const

/** Names of fields with all that is inside, of each object that a schema may be. */
const fieldsIn = (schema: Json, { resolve }: ReferenceDocument): readonly string[] => {
  const { properties = {}, items, anyOf = [] } = resolve(schema)
  const inside = [...anyOf, ...(items ? [items] : [])]
  return [
    ...Object.entries(properties).flatMap(([name, field]) => [
      name,
      ...fieldsIn(field, { resolve } as ReferenceDocument),
    ]),
    ...inside.flatMap(each => fieldsIn(each, { resolve } as ReferenceDocument)),
  ]
}

describe.each(audiences)('the reference of an %s', (_, files, document) => {
  const cases = document.nouns.flatMap(noun =>
    noun.operations.map(
      operation => [operation.id, operation, String(files.get(`${noun.page}.html`))] as const,
    ),
  )

  it.each(cases)('shows every field and error of %s', (id, operation: DocumentOperation, page) => {
    const section = sectionOf(page, id)
    const names = [...section.matchAll(/<dt><a class="name" href="[^"]+"><code>([^<]+)<\/code>/g)].map(
      ([, name]) => name!,
    )
    const wanted = [
      ...operation.parameters.map(({ name }) => name),
      ...(operation.body ? fieldsIn(operation.body.schema, document) : []),
    ]
    expect(names.slice(0, wanted.length).toSorted()).toEqual(wanted.toSorted())
    for (const { content } of operation.responses)
      for (const name of content ? fieldsIn(content.schema, document) : [])
        expect(page).toMatch(new RegExp(`<dt><a class="name" href="[^"]+"><code>${name}</code></a>`))
    for (const code of operation.problems.flatMap(([, codes]) => codes))
      expect(section).toMatch(new RegExp(`(error-codes|operator-errors)#${code}"`))
  })

  it('says what each field means, and of which type it is', () => {
    const rows = cases.flatMap(([, , page]) => [...page.matchAll(/<dt>(.*?)<\/dt><dd>(.{3})/gs)])
    expect(rows.length).toBeGreaterThan(500)
    const bare = rows.filter(([, name, about]) => !/<span>[a-z]/.test(name!) || about !== '<p>')
    expect(bare.map(([row]) => row)).toEqual([])
  })
})

describe('a field', () => {
  const page = String(pages.get('reference-addresses.html'))

  it('has its type, form, values, and an example', () => {
    expect(page).toContain(
      '<div id="listAddresses.query.limit"><dt><a class="name" href="#listAddresses.query.limit"><code>limit</code></a> <span>integer</span> <i>· optional</i></dt><dd><p>How many items a page has; 20 unless given.</p><p class="facts">1 to 100 · Example <code>20</code></p></dd></div>',
    )
    expect(page).toContain(
      '<code>method</code></a> <span>string</span> <b>required</b></dt><dd><p>How they agreed.</p><p class="facts">One of <code>form</code> <code>app</code>',
    )
  })

  it('that may be null says so, and when', () => {
    expect(page).toContain(
      '<div id="AddressAnswer.address.AddressRecord.approvedAt"><dt><a class="name" href="#AddressAnswer.address.AddressRecord.approvedAt"><code>approvedAt</code></a> <span>string (date-time) or null</span></dt><dd><p>When a reviewer last approved it. ISO 8601 in UTC, with milliseconds. Null if nobody did.</p>',
    )
  })

  it('that is an object shows its fields in its place', () => {
    expect(page).toContain(
      '<summary>Fields of <code>applicant</code></summary><dl class="fields"><div id="createAddress.body.applicant.firstname">',
    )
  })
})

describe('a sample', () => {
  it('is in every language for every operation that our clients know, and in three for the others', () => {
    const counts = Object.fromEntries(
      ['sh', 'ts', 'python', 'php', 'go'].map(language => [language, referenceSamples(language).length]),
    )
    const all = referenceOperations.length
    expect(counts).toEqual({ sh: all, ts: all - 2, python: all - 2, php: all, go: all })
  })

  it('is made from the example of the document', () => {
    const sample = (language: string) => referenceSample('disputeAddress', language, 'https://api.example')
    expect(sample('sh')).toBe(`curl https://api.example/v1/addresses/890123456789012/dispute \\
  -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' \\
  -H 'Idempotency-Key: 6f1c7a52-order-1042' \\
  -d '{
  "reason": "The agent was at number 21.",
  "ground": "wrongPlace"
}'
`)
    expect(sample('ts')).toBe(`import { createClient } from 'verification-client'

const client = createClient()
const answer = await client.call('POST /v1/addresses/{id}/dispute', {
  params: { id: 890123456789012 },
  body: {
    reason: 'The agent was at number 21.',
    ground: 'wrongPlace',
  },
})
console.log(answer)
`)
    expect(sample('python')).toBe(`from verification_client import Client

client = Client()
answer = client.call(
    "POST /v1/addresses/{id}/dispute",
    params={"id": 890123456789012},
    body={
        "reason": "The agent was at number 21.",
        "ground": "wrongPlace",
    },
)
print(answer)
`)
    expect(sample('php')).toBe(`<?php
$request = curl_init('https://api.example/v1/addresses/890123456789012/dispute');
curl_setopt_array($request, [
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_CUSTOMREQUEST => 'POST',
    CURLOPT_HTTPHEADER => [
        'Authorization: Bearer ' . getenv('TOKEN'),
        'Content-Type: application/json',
        'Idempotency-Key: 6f1c7a52-order-1042',
    ],
    CURLOPT_POSTFIELDS => json_encode([
        'reason' => 'The agent was at number 21.',
        'ground' => 'wrongPlace',
    ]),
]);
$answer = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), "\\n", $answer, "\\n";
`)
  })

  it('of a list goes through all pages', () => {
    expect(referenceSample('listEvents', 'ts', '')).toContain(
      "for await (const item of client.list('GET /v1/events', {",
    )
  })

  it.runIf(hasPython)('is a program in Python', () => {
    const program = "import json, sys; [compile(text, 'sample', 'exec') for text in json.load(sys.stdin)]"
    const { stderr, status } = spawnSync('python3', ['-c', program], {
      input: JSON.stringify(referenceSamples('python')),
      encoding: 'utf8',
    })
    expect([status, stderr]).toEqual([0, ''])
  })

  it.runIf(hasGo)('is a program in Go, formatted as Go is', () => {
    for (const text of new Set(referenceSamples('go')))
      expect(spawnSync('gofmt', { input: text, encoding: 'utf8' }).stdout).toBe(text)
  })
})

describe('code', () => {
  it('has its comments, strings, words and numbers in colour, and stays as it is', () => {
    expect(highlight("const a = 'b' // c\n", 'ts').html).toBe(
      '<span class="hljs-keyword">const</span> a = <span class="hljs-string">&#x27;b&#x27;</span> <span class="hljs-comment">// c</span>\n',
    )
    expect(highlight('npm ci # once', 'console').html).toBe('npm ci <span class="hljs-comment"># once</span>')
    for (const language of ['sh', 'ts', 'python', 'php', 'go'])
      for (const text of referenceSamples(language)) {
        const bare = highlight(text, language).html.replace(/<\/?span[^>]*>/g, '')
        expect(bare.replaceAll('&#x27;', '&#39;')).toBe(html`${text}`.html)
      }
  })

  it('of a language that it does not know is text', () => {
    expect(highlight('if <a>', 'text').html).toBe('if &lt;a&gt;')
  })
})

it('leads to the page of each operation', () => {
  const [noun] = referenceDocuments.integrator.nouns
  expect(operationPath(noun!, noun!.operations[0]!)).toBe('/v1/docs/reference-authentication#createToken')
})
