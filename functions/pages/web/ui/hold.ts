/** So long a person can take back what they pressed. */
export const holdSeconds = 10

/** One request. */
export interface Holdable {
  /** Of what it is about. */
  readonly id: string
  /** Its Idempotency-Key: however often it is sent, it is done once. */
  readonly key: string
}

/** Requests that were pressed together, and are taken back together. */
interface Held<Item extends Holdable> {
  readonly items: readonly Item[]
  /** By this device's clock. */
  readonly untilMs: number
}

/** What was not done. Where the error may pass, the same can be sent again. */
export interface Failure<Item extends Holdable> {
  readonly items: readonly Item[]
  readonly error: unknown
}

export interface HoldState<Item extends Holdable> {
  readonly held: Held<Item> | undefined
  /** Not answered yet. */
  readonly sending: readonly Item[]
  readonly failures: readonly Failure<Item>[]
}

export const emptyHold = { held: undefined, sending: [], failures: [] } as const satisfies HoldState<Holdable>

interface HoldPorts<Item extends Holdable, Answer> {
  /** Its request leaves before this returns, and outlives the page: a page that is left runs nothing later. */
  readonly send: (item: Item) => Promise<Answer>
  readonly onAnswer: (item: Item, answer: Answer) => void
  /** Whether an error is about this request alone. Any other stops those behind it. */
  readonly isRefusal: (error: unknown) => boolean
  readonly onChange: (state: HoldState<Item>) => void
}

/**
 * Holds what was pressed until its seconds end, and then sends it: nothing of it has left the page before. At most one
 * press is held; the next one sends it.
 */
export const createHold = <Item extends Holdable, Answer>(ports: HoldPorts<Item, Answer>) => {
  const { send, onAnswer, isRefusal, onChange } = ports
  let state: HoldState<Item> = emptyHold
  let timer: ReturnType<typeof setTimeout> | undefined
  /** Items that wait for the ones before them. */
  const queues = new Set<Item[]>()
  const running = new Set<Promise<void>>()

  const change = (part: Partial<HoldState<Item>>): void => {
    state = { ...state, ...part }
    onChange(state)
  }
  const sendingWithout = (items: readonly Item[]) => state.sending.filter(each => !items.includes(each))

  const sendOne = async (item: Item, behind: Item[]): Promise<void> => {
    try {
      const answer = await send(item)
      change({ sending: sendingWithout([item]) })
      onAnswer(item, answer)
    } catch (error) {
      const items = [item, ...(isRefusal(error) ? [] : behind.splice(0))]
      change({ sending: sendingWithout(items), failures: [...state.failures, { items, error }] })
    }
  }
  const run = (sending: Promise<void>): void => {
    running.add(sending)
    void sending.then(() => running.delete(sending))
  }
  const sendInTurn = async (queue: Item[]): Promise<void> => {
    queues.add(queue)
    for (let item = queue.shift(); item; item = queue.shift()) await sendOne(item, queue)
    queues.delete(queue)
  }
  const sendAll = (items: readonly Item[]): void => {
    change({ sending: [...state.sending, ...items] })
    run(sendInTurn([...items]))
  }
  const empty = (): readonly Item[] => {
    clearTimeout(timer)
    const items = state.held?.items ?? []
    if (items.length > 0) change({ held: undefined })
    return items
  }
  const sendNow = (): void => {
    const items = empty()
    if (items.length > 0) sendAll(items)
  }
  const forget = (failure: Failure<Item>): void =>
    change({ failures: state.failures.filter(each => each !== failure) })
  const unanswered = (): readonly Item[] => [...(state.held?.items ?? []), ...state.sending]

  return {
    sendNow,
    forget,
    isIdle: (): boolean => unanswered().length === 0,
    /** What was pressed about this, and is not answered yet. */
    find: (about: string): Item | undefined => unanswered().find(({ id }) => id === about),
    /** Pressed again before it is answered, it is pressed once. A new press about the same takes the place of what failed. */
    press: (items: readonly Item[]): void => {
      if (unanswered().some(({ id }) => items.some(item => item.id === id))) return
      sendNow()
      const isOther = ({ id }: Item) => items.every(item => item.id !== id)
      const failures = state.failures
        .map(({ items, error }) => ({ items: items.filter(isOther), error }))
        .filter(({ items }) => items.length > 0)
      change({ held: { items, untilMs: Date.now() + holdSeconds * 1000 }, failures })
      timer = setTimeout(sendNow, holdSeconds * 1000)
    },
    /** Answers what was held: nothing once it is sent. */
    takeBack: empty,
    /** Sends what is held, and at once what waits for others: nothing can be sent once the page is gone. */
    leave: (): void => {
      sendNow()
      for (const queue of queues) for (const item of queue.splice(0)) run(sendOne(item, []))
    },
    /** Sends what is held, and waits for all answers. Says whether everything was done. */
    finish: async (): Promise<boolean> => {
      sendNow()
      const earlier = state.failures
      while (running.size > 0) await Promise.all(running)
      return state.failures.every(each => earlier.includes(each))
    },
    /** At once: what was sent before, and had no answer. */
    send: sendAll,
    giveUp: (items: readonly Item[], error: unknown): void =>
      change({ failures: [...state.failures, { items, error }] }),
  }
}
