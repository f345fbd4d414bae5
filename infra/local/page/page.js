/** The page of the local environment: signs in as the chosen client and shows its last events and what became of them. */
const whose = document.getElementById('whose')
const state = document.getElementById('state')
const events = document.getElementById('events')
const endpoints = document.getElementById('endpoints')
const messages = document.getElementById('messages')

const periodMilliseconds = 2000
const shownEndpoints = 5

/** An element whose children are elements or text; a text is never read as HTML. */
const element = (name, className, ...children) => {
  const made = document.createElement(name)
  if (className) made.className = className
  made.append(...children)
  return made
}

const timeOf = instant => new Date(instant).toLocaleTimeString()

/** The day, too, unless it is today. */
const momentOf = instant => {
  const day = new Date(instant).toLocaleDateString()
  return day === new Date().toLocaleDateString() ? timeOf(instant) : `${day} ${timeOf(instant)}`
}

let token

const signIn = async () => {
  const { value: clientId, dataset } = whose.selectedOptions[0]
  const answer = await fetch('/v1/token', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ clientId, secret: dataset.secret }),
  })
  if (!answer.ok) throw new Error(`signing in was answered ${answer.status}`)
  token = (await answer.json()).accessToken
}

const read = async path => {
  if (!token) await signIn()
  const answer = await fetch(path, { headers: { authorization: `Bearer ${token}` } })
  if (answer.status === 401) token = undefined
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  return (await answer.json()).data
}

const outcomes = {
  delivered: ['good', () => 'delivered'],
  // A time that has passed: it waits until the endpoint answers another one.
  retry: [
    'wait',
    ({ nextAttemptAt }) =>
      Date.parse(nextAttemptAt) > Date.now() ? `again at ${timeOf(nextAttemptAt)}` : 'waits',
  ],
  'gave-up': ['bad', () => 'given up'],
  disable: ['bad', () => 'given up: the endpoint is disabled'],
}

/** How the event stands with one endpoint: its last attempt, and which one that was. */
const deliveryLine = (attempt, urls) => {
  const [className, words] = outcomes[attempt.outcome] ?? ['quiet', () => attempt.outcome]
  const answered = attempt.status === null ? (attempt.detail ?? 'no answer') : `answered ${attempt.status}`
  const where = urls.get(attempt.endpointId) ?? `endpoint ${attempt.endpointId}`
  const count = attempt.attempt === 1 ? '' : `attempt ${attempt.attempt}, `
  return element(
    'li',
    '',
    element('span', className, words(attempt)),
    element('span', 'quiet', `: ${count}${answered} after ${attempt.latencyMs} ms, ${timeOf(attempt.at)}`),
    element('code', 'url quiet', where),
  )
}

const eventCard = (event, attempts, urls) => {
  const mine = attempts.filter(({ eventId }) => eventId === event.id)
  // Oldest first: the last one of each endpoint stays.
  const last = [...new Map(mine.map(attempt => [attempt.endpointId, attempt])).values()].sort(
    (one, other) => one.endpointId - other.endpointId,
  )
  const none = element('li', 'quiet', 'sent to no endpoint')
  const lines = last.length > 0 ? last.map(attempt => deliveryLine(attempt, urls)) : [none]
  return element(
    'li',
    '',
    element(
      'div',
      'card-head',
      element('strong', '', `${event.event}.${event.event_type}`),
      element('span', 'quiet', momentOf(event.createdAt)),
    ),
    element('code', 'quiet', event.id),
    element('ul', 'deliveries', ...lines),
  )
}

const endpointCard = ({ url, enabled, disabledReason, health }) => {
  const failing = health.failingSince && `fails since ${timeOf(health.failingSince)}`
  const [className, words] = !enabled
    ? ['bad', `off${disabledReason ? `: ${disabledReason}` : ''}`]
    : failing
      ? ['wait', failing]
      : ['good', 'on']
  return element('li', '', element('code', 'url', url), element('span', className, words))
}

/** The text with its link as one. */
const textWithLink = text => {
  const [before, url, ...after] = text.split(/(https?:\/\/\S+)/)
  if (!url) return [text]
  const link = element('a', 'url', url)
  link.href = url
  return [before, link, after.join('')]
}

const messageCard = ({ at, channel, to, subject, text }) =>
  element(
    'li',
    '',
    element(
      'div',
      'card-head',
      element('strong', '', `${channel === 'mail' ? 'letter' : 'text message'} to ${to}`),
      element('span', 'quiet', momentOf(at)),
    ),
    ...(subject ? [element('div', '', subject)] : []),
    element('div', 'quiet', ...textWithLink(text)),
  )

/** Redrawn only if something has changed, so that a selection survives. */
const draw = (list, drawn, cards, otherwise) => {
  const now = JSON.stringify(drawn)
  if (list.dataset.drawn === now) return
  list.dataset.drawn = now
  list.replaceChildren(...(cards.length > 0 ? cards : [element('li', 'quiet', otherwise)]))
}

const say = (words, className) => {
  if (state.textContent === words) return
  state.textContent = words
  state.className = className
}

const look = async () => {
  const asked = whose.value
  const [found, hooks] = await Promise.all([read('/v1/events?limit=10'), read('/v1/webhooks?limit=20')])
  const pages = hooks.slice(0, shownEndpoints).map(({ id }) => read(`/v1/webhooks/${id}/attempts?limit=50`))
  const attempts = (await Promise.all(pages)).flat().sort((one, other) => (one.at < other.at ? -1 : 1))
  if (asked !== whose.value) return
  const urls = new Map(hooks.map(({ id, url }) => [id, url]))
  draw(
    endpoints,
    hooks,
    hooks.map(endpointCard),
    'None: register one with POST /v1/webhooks, or run npm run listen.',
  )
  const cards = found.map(event => eventCard(event, attempts, urls))
  draw(events, [found, attempts, hooks], cards, 'None yet: place an order, and wait five seconds.')
  say('answers', 'good')
}

const lookIntoOutbox = async () => {
  const found = await (await fetch('/messages.json')).json()
  draw(messages, found, found.map(messageCard), 'None yet: order with applicantLink.')
}

const keepLooking = async () => {
  if (!document.hidden) {
    await look().catch(error => say(`does not answer: ${error.message}`, 'bad'))
    await lookIntoOutbox().catch(() => {})
  }
  setTimeout(keepLooking, periodMilliseconds)
}

whose.addEventListener('change', () => {
  token = undefined
  void look().catch(() => {})
})
void keepLooking()
