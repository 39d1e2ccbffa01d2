import OpenAI from 'openai'
import type { ChatCompletionMessageParam, ChatCompletionTool } from 'openai/resources/chat/completions'
import { type Lang, say } from '../planner/lang.ts'
import { RunFailure, RunStopped } from '../runs/run-failure.ts'

export interface ChatModelOptions {
  readonly apiKey: string
  readonly model: string
  readonly baseUrl?: string
  readonly timeoutMs?: number
  readonly maxRetries?: number
}

export interface ChatRequest {
  readonly messages: readonly ChatCompletionMessageParam[]
  readonly tools: readonly ChatCompletionTool[]
  readonly lang: Lang
  readonly signal: AbortSignal
}

export interface CallDelta {
  readonly index: number
  readonly name?: string | undefined
  readonly argsDelta: string
}

export interface ChatDelta {
  readonly text: string
  readonly calls: readonly CallDelta[]
}

export interface ChatModel {
  /** Streams one answer. Fails with `RunFailure` `upstream-unavailable` whatever is wrong on that side. */
  readonly stream: (request: ChatRequest) => AsyncIterable<ChatDelta>
}

export function createChatModel(options: ChatModelOptions): ChatModel {
  const client = new OpenAI({
    apiKey: options.apiKey,
    baseURL: options.baseUrl ?? null,
    timeout: options.timeoutMs ?? 60_000,
    maxRetries: options.maxRetries ?? 1,
  })

  return {
    stream: async function* ({ messages, tools, lang, signal }) {
      let isComplete = false
      try {
        const chunks = await client.chat.completions.create(
          {
            model: options.model,
            messages: [...messages],
            stream: true,
            ...(tools.length > 0 ? { tools: [...tools] } : {}),
          },
          { signal },
        )
        for await (const chunk of chunks) {
          const [choice] = chunk.choices
          if (choice === undefined) continue
          if (choice.finish_reason !== null && choice.finish_reason !== undefined) isComplete = true
          yield {
            text: choice.delta.content ?? '',
            calls: (choice.delta.tool_calls ?? []).map((call) => ({
              index: call.index,
              name: call.function?.name,
              argsDelta: call.function?.arguments ?? '',
            })),
          }
        }
      } catch (error) {
        signal.throwIfAborted()
        if (error instanceof RunFailure || error instanceof RunStopped) throw error
        throw toUpstreamFailure(error, lang)
      }
      signal.throwIfAborted()
      // A connection may also end cleanly in the middle; only a finish reason says that this was all.
      if (!isComplete) throw toUpstreamFailure(undefined, lang)
    },
  }
}

function toUpstreamFailure(error: unknown, lang: Lang): RunFailure {
  const status = error instanceof OpenAI.APIError ? (error.status as number | undefined) : undefined
  const message =
    status === 401 || status === 403
      ? say(
          lang,
          '模型服务拒绝了这个助手的密钥，所以没有完成，也没有执行任何操作。请联系管理员检查密钥。',
          'The model service refused the key of this agent, so the run did not finish. Ask whoever runs it to check the key.',
        )
      : status === 429
        ? say(
            lang,
            '模型服务现在太忙，没有完成。请稍等片刻再试。',
            'The model service is too busy right now, so the run did not finish. Wait a moment and try again.',
          )
        : say(
            lang,
            '连不上模型服务，或者回答中途断了，这次没有完成。可以重试。',
            'The model service could not be reached or broke off, so the run did not finish. You can try again.',
          )
  return new RunFailure('upstream-unavailable', message, status === undefined ? {} : { status }, {
    cause: error,
  })
}
