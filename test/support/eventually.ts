/** Asks again until the answer is there: a journey's events come when they come. @throws Error after `timeoutSeconds` */
export const eventually = async <Answer>(
  ask: () => Answer | undefined | false | Promise<Answer | undefined | false>,
  what = 'what was waited for',
  timeoutSeconds = 150,
): Promise<Answer> => {
  const end = Date.now() + timeoutSeconds * 1000
  // Who asks often takes time from what is waited for.
  for (let pauseMs = 20; ; pauseMs = Math.min(pauseMs * 1.4, 250)) {
    const answer = await ask()
    if (answer) return answer
    if (Date.now() > end) throw new Error(`${what} did not come within ${timeoutSeconds} s`)
    await new Promise(resolve => setTimeout(resolve, pauseMs))
  }
}
