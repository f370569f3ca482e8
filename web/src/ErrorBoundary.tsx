/** A page that fails says so, and the way back stays open: without this the window would be empty. */
import { Component, type ReactNode } from "react";
import { useWords } from "./words/context";

interface State {
  failed: boolean;
}

export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidMount() {
    addEventListener("hashchange", this.again);
  }

  override componentWillUnmount() {
    removeEventListener("hashchange", this.again);
  }

  /** Another address may well work. */
  again = () => {
    if (this.state.failed) this.setState({ failed: false });
  };

  override render() {
    return this.state.failed ? <Broken /> : this.props.children;
  }
}

function Broken() {
  const { say } = useWords();
  return (
    <main className="problem" role="alert">
      <p>{say("app.broken")}</p>
      <div className="row">
        <button type="button" onClick={() => location.reload()}>
          {say("app.reload")}
        </button>
        <a className="button" href="#/">
          {say("join.back")}
        </a>
      </div>
    </main>
  );
}
