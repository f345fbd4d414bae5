import type { CodeTab } from '../code.ts'
import type { DocumentOperation } from './document.ts'

/* Requests in several languages, made from the document's examples. */

interface SampleRequest {
  readonly operation: DocumentOperation
  /** With values in the place of names, and with its query. */
  readonly url: string
  readonly params: Readonly<Record<string, unknown>>
  readonly query: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly headers: readonly (readonly [string, string])[]
}

const indented = (text: string, by: string): string => text.replaceAll('\n', `\n${by}`)

interface LiteralNotation {
  readonly quote: (text: string) => string
  readonly key: (name: string) => string
  readonly words: Readonly<Record<'true' | 'false' | 'null', string>>
  readonly object: readonly [string, string]
  readonly step: string
}

const longestLine = 80

/** A value in a language, on one line if it is short. */
const literal = (value: unknown, notation: LiteralNotation): string => {
  const { quote, key, words, object, step } = notation
  if (typeof value === 'string') return quote(value)
  if (value === null || typeof value === 'boolean') return words[`${value}`]
  if (typeof value !== 'object') return `${value}`
  const isList = Array.isArray(value)
  const [open, close] = isList ? (['[', ']'] as const) : object
  const parts = isList
    ? value.map(each => literal(each, notation))
    : Object.entries(value as object).map(([name, each]) => `${key(name)}${literal(each, notation)}`)
  if (parts.length === 0) return `${open}${close}`
  const space = isList || open !== '{' || step.length > 2 ? '' : ' '
  const line = `${open}${space}${parts.join(', ')}${space}${close}`
  if (line.length <= longestLine - 20 && !line.includes('\n')) return line
  return `${open}\n${parts.map(part => `${step}${indented(part, step)},`).join('\n')}\n${close}`
}

const singleQuoted = (text: string): string =>
  `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n')}'`

const jsonWords = { true: 'true', false: 'false', null: 'null' } as const

const notations = {
  ts: {
    quote: singleQuoted,
    key: name => `${/^[A-Za-z_]\w*$/.test(name) ? name : singleQuoted(name)}: `,
    words: jsonWords,
    object: ['{', '}'],
    step: '  ',
  },
  python: {
    quote: text => JSON.stringify(text),
    key: name => `${JSON.stringify(name)}: `,
    words: { true: 'True', false: 'False', null: 'None' },
    object: ['{', '}'],
    step: '    ',
  },
  php: {
    quote: singleQuoted,
    key: name => `${singleQuoted(name)} => `,
    words: jsonWords,
    object: ['[', ']'],
    step: '    ',
  },
} as const satisfies Record<string, LiteralNotation>

const hasParts = (object: Readonly<Record<string, unknown>>): boolean => Object.keys(object).length > 0

const prettyJson = (value: unknown): string => JSON.stringify(value, undefined, 2)

const curl = ({ operation, url, body, headers }: SampleRequest): string => {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
  const parts = [
    `curl ${operation.method === 'GET' || (operation.method === 'POST' && body !== undefined) ? '' : `-X ${operation.method} `}${url.includes('?') ? quoted(url) : url}`,
    ...headers.map(([name, value]) =>
      value.includes('$TOKEN') ? `-H "${name}: ${value}"` : `-H ${quoted(`${name}: ${value}`)}`,
    ),
    ...(body === undefined ? [] : [`-d ${quoted(prettyJson(body))}`]),
  ]
  return `${parts.join(' \\\n  ')}\n`
}

const isPage = ({ responses }: DocumentOperation): boolean => {
  const [answer] = responses[0]?.content?.examples.values() ?? []
  return typeof answer === 'object' && answer !== null && 'data' in answer && 'nextCursor' in answer
}

const argumentsOf = ({ params, query, body }: SampleRequest): readonly (readonly [string, unknown])[] => [
  ...(hasParts(params) ? [['params', params] as const] : []),
  ...(hasParts(query) ? [['query', query] as const] : []),
  ...(body === undefined ? [] : [['body', body] as const]),
]

const typescript = (request: SampleRequest): string => {
  const { operation } = request
  const name = `'${operation.method} ${operation.path}'`
  const parts = argumentsOf(request).map(
    ([key, value]) => `  ${key}: ${indented(literal(value, notations.ts), '  ')},\n`,
  )
  const call = `(${name}${parts.length === 0 ? '' : `, {\n${parts.join('')}}`})`
  const use = isPage(operation)
    ? `for await (const item of client.list${call}) console.log(item)`
    : operation.responses[0]?.content
      ? `const answer = await client.call${call}\nconsole.log(answer)`
      : `await client.call${call}`
  return `import { createClient } from 'verification-client'\n\nconst client = createClient()\n${use}\n`
}

const python = (request: SampleRequest): string => {
  const { operation } = request
  const parts = argumentsOf(request).map(
    ([key, value]) => `    ${key}=${indented(literal(value, notations.python), '    ')},\n`,
  )
  const name = `"${operation.method} ${operation.path}"`
  const call = parts.length === 0 ? `(${name})` : `(\n    ${name},\n${parts.join('')})`
  const use = isPage(operation)
    ? `for item in client.list${call}:\n    print(item)`
    : operation.responses[0]?.content
      ? `answer = client.call${call}\nprint(answer)`
      : `client.call${call}`
  return `from verification_client import Client\n\nclient = Client()\n${use}\n`
}

const php = ({ operation, url, body, headers }: SampleRequest): string => {
  const lines = headers.map(([name, value]) =>
    value.includes('$TOKEN')
      ? `        ${singleQuoted(`${name}: ${value.replace('$TOKEN', '')}`)} . getenv('TOKEN'),\n`
      : `        ${singleQuoted(`${name}: ${value}`)},\n`,
  )
  const options = [
    'CURLOPT_RETURNTRANSFER => true',
    ...(operation.method === 'GET' ? [] : [`CURLOPT_CUSTOMREQUEST => '${operation.method}'`]),
    ...(lines.length === 0 ? [] : [`CURLOPT_HTTPHEADER => [\n${lines.join('')}    ]`]),
    ...(body === undefined
      ? []
      : [`CURLOPT_POSTFIELDS => json_encode(${indented(literal(body, notations.php), '    ')})`]),
  ]
  return `<?php
$request = curl_init(${singleQuoted(url)});
curl_setopt_array($request, [
${options.map(option => `    ${option},\n`).join('')}]);
$answer = curl_exec($request);
echo curl_getinfo($request, CURLINFO_RESPONSE_CODE), "\\n", $answer, "\\n";
`
}

const go = ({ operation, url, body, headers }: SampleRequest): string => {
  const json = body === undefined ? undefined : prettyJson(body)
  const text = json?.includes('`') ? JSON.stringify(json) : `\`${json}\``
  const usesToken = headers.some(([, value]) => value.includes('$TOKEN'))
  const packages = [
    'fmt',
    'io',
    'net/http',
    ...(usesToken ? ['os'] : []),
    ...(json === undefined ? [] : ['strings']),
  ]
  const set = headers.map(([name, value]) => {
    const written = value.includes('$TOKEN')
      ? `${JSON.stringify(value.replace('$TOKEN', ''))}+os.Getenv("TOKEN")`
      : JSON.stringify(value)
    return `\trequest.Header.Set(${JSON.stringify(name)}, ${written})\n`
  })
  return `package main

import (
${packages.map(each => `\t"${each}"\n`).join('')})

func main() {
${json === undefined ? '' : `\tbody := strings.NewReader(${text})\n`}	request, err := http.NewRequest("${operation.method}", "${url}", ${json === undefined ? 'nil' : 'body'})
	if err != nil {
		panic(err)
	}
${set.join('')}	response, err := http.DefaultClient.Do(request)
	if err != nil {
		panic(err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		panic(err)
	}
	fmt.Println(response.Status, string(answer))
}
`
}

/** Parameters of the path, and of the query the first one and those that are required. */
const valuesOf = ({ parameters }: DocumentOperation, where: 'path' | 'query'): Record<string, unknown> =>
  Object.fromEntries(
    parameters
      .filter(({ in: place }) => place === where)
      .filter(({ required }, index) => required || index === 0)
      .map(({ name, example }) => [name, example]),
  )

const requestOf = (operation: DocumentOperation): SampleRequest => {
  const params = valuesOf(operation, 'path')
  const query = valuesOf(operation, 'query')
  const [body] = operation.body?.examples.values() ?? []
  const headers = operation.parameters.filter(
    ({ in: place, name }) => place === 'header' && name !== 'Prefer',
  )
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(`${params[name]}`),
  )
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  )
  return {
    operation,
    url: `{{origin}}${path}${hasParts(query) ? `?${search}` : ''}`,
    params,
    query,
    body,
    headers: [
      ...(operation.isPublic ? [] : [['Authorization', 'Bearer $TOKEN'] as const]),
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ...headers.map(({ name, example }) => [name, `${example}`] as const),
    ],
  }
}

const languages = { sh: 'curl', ts: 'TypeScript', python: 'Python', php: 'PHP', go: 'Go' } as const

const writers: Readonly<Record<keyof typeof languages, (request: SampleRequest) => string>> = {
  sh: curl,
  ts: typescript,
  python,
  php,
  go,
}

/** The request in each language. @param byClients whether our clients know the operation */
export const requestSamples = (operation: DocumentOperation, byClients: boolean): readonly CodeTab[] => {
  const request = requestOf(operation)
  const shown = (Object.keys(languages) as (keyof typeof languages)[]).filter(
    language => byClients || !['ts', 'python'].includes(language),
  )
  return shown.map(language => ({ language, label: languages[language], text: writers[language](request) }))
}

const textOf = (example: unknown): string =>
  typeof example === 'string' ? `${example}\n` : `${prettyJson(example)}\n`

/** Responses by status and name of the example; of a delivery the request that we send. */
export const responseSamples = ({ responses, body, path }: DocumentOperation): readonly CodeTab[] => {
  const shown =
    path === ''
      ? [...(body?.examples ?? [])].map(([name, value]) => [name, value] as const)
      : responses.flatMap(({ status, content }) =>
          [...(content?.examples ?? [])].map(([name, value]) => [`${status} ${name}`, value] as const),
        )
  return shown.map(([label, value]) => ({
    label,
    language: typeof value === 'string' ? 'text' : 'json',
    text: textOf(value),
  }))
}
