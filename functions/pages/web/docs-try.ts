/* Sends requests from the reference of the local environment, to its own origin alone. */

interface Answer {
  readonly line: string
  readonly text: string
  readonly body: unknown
}

const typedIn = (form: HTMLFormElement, name: string): string => `${new FormData(form).get(name) ?? ''}`

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const answerOf = async (response: Response): Promise<Answer> => {
  const type = response.headers.get('content-type') ?? ''
  const line = `${response.status} ${response.statusText}`.trim()
  if (!/json|^text\//.test(type)) {
    const { size } = await response.blob()
    return { line, text: size === 0 ? '' : `${size} bytes of ${type}`, body: undefined }
  }
  const text = await response.text()
  const body = parsed(text)
  return { line, text: body === undefined ? text : JSON.stringify(body, undefined, 2), body }
}

const post = (path: string, body: object): Promise<Response> =>
  fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** An access token of the client whose credentials stand on the page. @throws Answer a refusal */
const signIn = async (credentials: HTMLFormElement): Promise<string> => {
  const response = await post('/v1/token', {
    clientId: typedIn(credentials, 'clientId'),
    secret: typedIn(credentials, 'secret'),
  })
  const answer = await answerOf(response)
  if (!response.ok) throw answer
  return (answer.body as { accessToken: string }).accessToken
}

const requestOf = (form: HTMLFormElement): readonly [url: string, init: RequestInit] => {
  const fields = [...new FormData(form)].map(([name, value]) => [name, `${value}`] as const)
  const url = new URL(location.origin)
  url.pathname = form.dataset.path!.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(typedIn(form, `path.${name}`)),
  )
  for (const [name, value] of fields)
    if (name.startsWith('query.') && value !== '') url.searchParams.set(name.slice('query.'.length), value)
  const body = fields.find(([name]) => name === 'body')?.[1]
  const headers = Object.fromEntries(
    fields
      .filter(([name, value]) => name.startsWith('header.') && value !== '')
      .map(([name, value]) => [name.slice('header.'.length), value]),
  )
  return [
    url.href,
    {
      method: form.dataset.method!,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body }),
    },
  ]
}

const exchange = async (form: HTMLFormElement, credentials: HTMLFormElement): Promise<Answer> => {
  const [url, init] = requestOf(form)
  const token = await signIn(credentials)
  const headers = { ...init.headers, authorization: `Bearer ${token}` }
  return answerOf(await fetch(url, { ...init, headers }))
}

/** What was made is what the page's other requests are about. */
const rememberId = ({ body }: Answer): void => {
  const { id } = (body ?? {}) as { id?: unknown }
  if (id === undefined) return
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="path.id"]'))
    input.value = `${id}`
}

const offerTrial = (form: HTMLFormElement, credentials: HTMLFormElement): void => {
  const [button, status, block] = ['button', '[role=status]', '.code'].map(
    selector => form.querySelector<HTMLElement>(selector)!,
  )
  form.addEventListener('submit', async event => {
    event.preventDefault()
    ;(button as HTMLButtonElement).disabled = true
    status!.textContent = 'Sending …'
    const answer = await exchange(form, credentials).catch((error: unknown): Answer => {
      if (error instanceof Error)
        return { line: 'The service could not be reached.', text: '', body: undefined }
      return error as Answer
    })
    status!.textContent = answer.line
    block!.querySelector('code')!.textContent = answer.text
    block!.hidden = answer.text === ''
    if (form.dataset.method === 'POST') rememberId(answer)
    ;(button as HTMLButtonElement).disabled = false
  })
}

const credentials = document.querySelector<HTMLFormElement>('form.as')
if (credentials) {
  credentials.hidden = false
  credentials.addEventListener('submit', event => event.preventDefault())
  for (const details of document.querySelectorAll<HTMLElement>('.try')) {
    details.hidden = false
    offerTrial(details.querySelector('form')!, credentials)
  }
}
