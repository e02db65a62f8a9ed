const BROADCAST = "broadcast/events";
const EVERYTHING = "quakes.>";
const RETRY_MILLIS = 2_000;
const RESUMED_MILLIS = 10_000;
const TIMELINE_MILLIS = 120_000;
const MOST_EVENTS = 200;
const NEWEST_MARKS = 25;
const NORTH = 84; // the northern edge of the map

const STATES = {
  connecting: "Connecting …",
  connected: "Connected",
  reconnecting: "Connection lost, reconnecting …",
  resumed: "Resumed where it was",
  paused: "Paused",
  refused: "Refused",
};

const $ = (selector) => document.querySelector(selector);

/** A stream of the broadcast. It outlives what an EventSource gives up on, and says why it is refused. */
class Tail {
  #listener;
  #source;
  #retry;
  #lastEventId = "";
  #opened = false;
  #closed = false;

  /** The listener has state(name), message(message), gap(gap) and refused(detail). */
  constructor(subjects, listener) {
    this.subjects = subjects;
    this.#listener = listener;
  }

  /** Begins, or goes on after the last event that came. */
  open() {
    this.#closed = false;
    const source = new EventSource(this.#address());
    source.onopen = () => {
      this.#listener.state(this.#opened ? "resumed" : "connected");
      this.#opened = true;
    };
    source.onmessage = (event) => this.#listener.message(this.#read(event));
    source.addEventListener("gap", (event) => this.#listener.gap(this.#read(event)));
    source.onerror = () => {
      if (source.readyState === EventSource.CLOSED) {
        this.#askWhy();
      } else {
        this.#lost();
      }
    };
    this.#source = source;
  }

  close() {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#source?.close();
  }

  #address() {
    const query = new URLSearchParams({ subjects: this.subjects, retained: true });
    if (this.#lastEventId) {
      query.set("lastEventId", this.#lastEventId);
    }
    return `${BROADCAST}/tail?${query}`;
  }

  #read(event) {
    this.#lastEventId = event.lastEventId || this.#lastEventId;
    return JSON.parse(event.data);
  }

  #lost() {
    this.#listener.state(this.#opened ? "reconnecting" : "connecting");
  }

  /** An EventSource does not show the answer that ended it, so the same is asked once more. */
  async #askWhy() {
    this.#lost();
    const asking = new AbortController();
    try {
      const response = await fetch(this.#address(), { signal: asking.signal });
      if (response.status >= 400 && response.status < 500) {
        const problem = await response.json();
        if (!this.#closed) {
          this.#listener.refused(problem.detail);
        }
        return;
      }
    } catch {
      // no answer at all: the server may be back soon
    } finally {
      asking.abort();
    }
    if (!this.#closed) {
      this.#retry = setTimeout(() => this.open(), RETRY_MILLIS);
    }
  }
}

/** The map. */
class World {
  #marks = $("#map .marks");

  async drawLand() {
    for (let longitude = 30; longitude < 360; longitude += 30) {
      $("#map .graticule").append(svg("path", { d: `M${longitude} 0V142` }));
    }
    for (const latitude of [60, 30, 0, -30]) {
      $("#map .graticule").append(svg("path", { d: `M0 ${NORTH - latitude}H360`, class: latitude ? "" : "equator" }));
    }
    const rows = (await (await fetch("world.txt")).text()).trim().split("\n");
    const cell = 360 / rows[0].length;
    const dots = rows.flatMap((row, y) =>
      [...row].map((char, x) => (char === "#" ? `M${(x + 0.5) * cell} ${(y + 0.5) * cell}h0` : "")));
    $("#map .land").setAttribute("d", dots.join(""));
  }

  add(quake, message) {
    if (!Number.isFinite(quake.longitude) || !Number.isFinite(quake.latitude)) {
      return;
    }
    const position = { cx: quake.longitude + 180, cy: NORTH - quake.latitude };
    const radius = 0.8 + 0.09 * Math.max(0, quake.magnitude ?? 0) ** 2;
    const mark = svg("g", { class: `mark ${strength(quake.magnitude)}`, "data-id": message.id });
    if (message.retained) {
      mark.classList.add("old");
    } else {
      mark.append(svg("circle", { ...position, r: radius, class: "ripple" }));
    }
    mark.append(svg("circle", { ...position, r: radius }));
    this.#marks.append(mark);
    this.#marks.children[this.#marks.children.length - 1 - NEWEST_MARKS]?.classList.add("old");
    keepNewest(this.#marks, "firstElementChild");
  }

  clear() {
    this.#marks.replaceChildren();
  }
}

/** The last two minutes, a line for each event as high as it is strong; across it the magnitudes 2, 4 and 6. */
class Timeline {
  #drawing = $("#timeline");
  #events = [];

  add(look, magnitude, time) {
    this.#events.push({ look, magnitude, time });
  }

  clear() {
    this.#events = [];
    this.draw();
  }

  draw() {
    const begin = Date.now() - TIMELINE_MILLIS;
    this.#events = this.#events.filter((event) => event.time > begin);
    this.#drawing.replaceChildren(
      ...[2, 4, 6].map((magnitude) => svg("path", { d: `M0 ${30 - this.#height(magnitude)}H120`, class: "scale" })),
      ...this.#events.map(({ look, magnitude, time }) =>
        svg("path", { d: `M${(time - begin) / 1000} 30v${-this.#height(magnitude)}`, class: look })));
  }

  #height(magnitude) {
    return Math.min(30, 2 + 4 * Math.max(0, magnitude));
  }
}

/** The events in words, newest first. */
class Feed {
  #list = $("#events");
  #count = 0;

  add(quake, message) {
    const item = element("li", strength(quake.magnitude));
    item.dataset.id = message.id;
    item.classList.toggle("retained", Boolean(message.retained));
    item.append(
      element("span", "magnitude", quake.magnitude?.toFixed(1) ?? "–"),
      element("span", "place", quake.place ?? JSON.stringify(message.data)),
      element("code", "subject", message.subject),
      time(message.timestamp, message.retained ? "last known, " : ""));
    this.#prepend(item);
    $("#count").textContent = number(++this.#count);
  }

  has(id) {
    return Boolean(this.#list.querySelector(`[data-id="${CSS.escape(id)}"]`));
  }

  note(text) {
    this.#prepend(element("li", "note", text));
  }

  clear() {
    this.#list.replaceChildren();
    this.#count = 0;
    $("#count").textContent = "0";
    $("#empty").hidden = false;
  }

  #prepend(item) {
    $("#empty").hidden = true;
    this.#list.prepend(item);
    keepNewest(this.#list, "lastElementChild");
  }
}

/** The page: one stream is shown, another one replaces it once the server has let it in. */
class Page {
  #world = new World();
  #timeline = new Timeline();
  #feed = new Feed();
  #shown = null;
  #next = null;
  #settling;

  start() {
    this.#world.drawLand();
    setInterval(() => this.#timeline.draw(), 1_000);
    $("#filter").addEventListener("submit", (event) => {
      event.preventDefault();
      this.show($("#subjects").value);
    });
    for (const example of document.querySelectorAll(".example")) {
      example.addEventListener("click", () => this.show(example.dataset.subjects));
    }
    $("#pause").addEventListener("click", () => this.#pauseOrGoOn());
    $("#gap button").addEventListener("click", () => ($("#gap").hidden = true));
    this.show(new URLSearchParams(location.search).get("subjects") ?? EVERYTHING);
  }

  show(subjects) {
    $("#subjects").value = subjects;
    this.#problem("");
    this.#next?.close();
    const tail = new Tail(subjects, {
      state: (name) => this.#stateOf(tail, name),
      message: (message) => this.#take(message),
      gap: (gap) => this.#missed(gap),
      refused: (detail) => this.#refused(tail, detail),
    });
    this.#next = tail;
    tail.open();
  }

  #stateOf(tail, name) {
    if (tail === this.#next && name === "connected") {
      this.#replaceBy(tail);
    }
    if (tail === this.#shown || !this.#shown) {
      this.#state(name);
    }
  }

  #replaceBy(tail) {
    this.#shown?.close();
    this.#shown = tail;
    this.#next = null;
    this.#world.clear();
    this.#timeline.clear();
    this.#feed.clear();
    $("#gap").hidden = true;
    history.replaceState(null, "", `?${new URLSearchParams({ subjects: tail.subjects })}`);
  }

  #refused(tail, detail) {
    this.#problem(detail);
    if (tail === this.#next) {
      this.#next = null;
    }
    if (tail === this.#shown || !this.#shown) {
      this.#state("refused");
    }
  }

  #take(message) {
    if (message.retained && this.#feed.has(message.id)) {
      return; // the last known values come again if the connection is lost before anything else came
    }
    const { place, longitude, latitude, magnitude } = Object(message.data);
    const quake = { place, longitude, latitude, magnitude: Number.isFinite(magnitude) ? magnitude : undefined };
    this.#world.add(quake, message);
    this.#feed.add(quake, message);
    this.#timeline.add(strength(quake.magnitude), quake.magnitude ?? 0, message.timestamp);
  }

  #missed(gap) {
    const many = gap.count === 1 ? "1 message was missed" : `${number(gap.count)} messages were missed`;
    const text = `${gap.exact ? "" : "At most "}${many}: they had left the log before this page came back.`;
    this.#feed.note(text);
    this.#timeline.add("gap", 7, Date.now());
    $("#gap p").textContent = text;
    $("#gap").hidden = false;
  }

  #pauseOrGoOn() {
    if ($("#state").dataset.state === "paused") {
      this.#shown.open();
      this.#state("reconnecting");
    } else if (this.#shown) {
      this.#shown.close();
      this.#state("paused");
    }
  }

  #state(name) {
    clearTimeout(this.#settling);
    if (name === "resumed") {
      this.#settling = setTimeout(() => this.#state("connected"), RESUMED_MILLIS);
    }
    const state = $("#state");
    state.dataset.state = name;
    state.textContent = STATES[name];
    $("#pause").textContent = name === "paused" ? "Go on" : "Pause";
  }

  #problem(detail) {
    $("#problem").textContent = detail;
    $("#subjects").setAttribute("aria-invalid", String(detail !== ""));
  }
}

function strength(value = 0) {
  return value >= 6 ? "major" : value >= 4.5 ? "strong" : value >= 2.5 ? "light" : "minor";
}

function number(value) {
  return value.toLocaleString("en");
}

function time(millis, prefix) {
  const date = new Date(millis);
  const made = element("time", "", prefix + date.toLocaleTimeString("en-GB"));
  made.dateTime = date.toISOString();
  return made;
}

function element(name, classes, text = "") {
  const made = document.createElement(name);
  made.className = classes;
  made.textContent = text;
  return made;
}

function svg(name, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) {
    made.setAttribute(key, value);
  }
  return made;
}

function keepNewest(parent, oldest) {
  while (parent.children.length > MOST_EVENTS) {
    parent[oldest].remove();
  }
}

new Page().start();
